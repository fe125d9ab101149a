/** A zip archive whose files are stored as they are (APPNOTE 4.3): the same bytes for the same files. */
import { crc32 } from 'node:zlib';

/** 1 January 1980, the first day that the format knows. */
const firstDay = 0x21;

/** Returns the archive of files by their path in it, in their order. Paths and texts are UTF-8. */
export function zip(files: ReadonlyMap<string, string>): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of files) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)];
    const common = commonHeader(name, data);
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, data]);
    // Comment, disk and attributes are empty; then where the file begins.
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

/** What stands before a file and in the directory: version 2.0, names in UTF-8, stored, day, CRC, sizes. */
function commonHeader(name: Buffer, data: Buffer): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x800, 2);
  header.writeUInt16LE(firstDay, 8);
  header.writeUInt32LE(crc32(data), 10);
  header.writeUInt32LE(data.length, 14);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}
