/** Creates ZIP archives without compression (APPNOTE.TXT section 4.3), with the same bytes for the same files. */
import { crc32 } from 'node:zlib';

/** The modification date of every file, in MS-DOS format: 1 January 1980, the earliest possible date. */
const fixedDate = 0x21;

/** Returns a ZIP archive of `files` (path → text), in the order of the map. Paths and texts are encoded as UTF-8. */
export function zip(files: ReadonlyMap<string, string>): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of files) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)];
    const common = commonHeader(name, data);
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, data]);
    // Comment length, disk number and attributes are zero; the last four bytes are the offset of the file.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 0]);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, common, rest, name]));
    parts.push(part);
    offset += part.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/**
 * Returns the fields that a ZIP archive repeats for each file, in the local file header and in the central directory:
 * version 2.0, UTF-8 names, method "stored", date, CRC-32, sizes and name length.
 */
function commonHeader(name: Buffer, data: Buffer): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x800, 2);
  header.writeUInt16LE(fixedDate, 8);
  header.writeUInt32LE(crc32(data), 10);
  header.writeUInt32LE(data.length, 14);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}
