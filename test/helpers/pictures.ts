/**
 * Pictures of a few pixels that browsers can show, one in each format, and functions that change their size
 * or rotation.
 */

const encoded = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4AWKSVnf9D8NMDEgAAAAA///sY8dvAAAABklEQVQDAFVYBJciGSgVAAAAAElFTkSuQmCC',
  jpg: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYBQf/2Q==',
  webp: 'UklGRioAAABXRUJQVlA4IB4AAABQAQCdASoDAAIAB0CWJQBOgCgAAP7svVJuq6eQAAA=',
  avif: 'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
} as const;

/** A picture format, by its file name extension. */
export type Kind = keyof typeof encoded;

export const kinds = Object.keys(encoded) as readonly Kind[];

/** Returns a picture in a format: 2 × 2 pixels for AVIF, 3 × 2 for all others. */
export function pictureOf(kind: Kind): Buffer {
  return Buffer.from(encoded[kind], 'base64');
}

/** Format → function that overwrites the width and the height, in pixels, in the header of a picture. */
const resize: Readonly<Record<Kind, (bytes: Buffer, width: number, height: number) => void>> = {
  png(bytes, width, height) {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
  },
  jpg(bytes, width, height) {
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
  },
  webp(bytes, width, height) {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  },
  avif(bytes, width, height) {
    const box = bytes.indexOf('ispe');
    bytes.writeUInt32BE(width, box + 8);
    bytes.writeUInt32BE(height, box + 12);
  },
};

/** Returns a picture whose header states this width and height in pixels; the picture data is not changed. */
export function pictureOfSize(kind: Kind, width: number, height: number): Buffer {
  const bytes = pictureOf(kind);
  resize[kind](bytes, width, height);
  return bytes;
}

/** Returns the JPEG picture with an Exif orientation (1 to 8) added. */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = `Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`;
  const segment = Buffer.from(`\xFF\xE1\0${String.fromCharCode(exif.length + 2)}${exif}`, 'latin1');
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/**
 * Returns an AVIF picture whose header states a rotation by `quarters` quarter turns, in place of its colour
 * information.
 */
export function withRotation(avif: Buffer, quarters: 0 | 1 | 2 | 3): Buffer {
  const irot = `\0\0\0\tirot${String.fromCharCode(quarters)}\0\0\0\nfree\0\0`;
  const text = avif.toString('latin1').replace(/\0{3}.colr.{11}/s, irot);
  return Buffer.from(text, 'latin1');
}
