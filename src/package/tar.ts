/** A file for an archive. Its path is relative, with slashes. */
export interface TarFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

const BLOCK = 512;
const MAX_NAME = 100;
const MAX_PREFIX = 155;

/**
 * An archive of the format ustar, which every tar reads. It depends on nothing but its files, so equal files have equal
 * bytes: no time, no owner.
 */
export function tar(files: readonly TarFile[]): Buffer {
  const parts = files.flatMap(({ bytes, ...file }) => [
    header(file.path, bytes.length, file.executable ? 0o755 : 0o644),
    bytes,
    Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function header(path: string, size: number, mode: number): Buffer {
  const [prefix, name] = splitPath(path);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    block.write(value.toString(8).padStart(digits, "0"), at);
  block.write(name, 0);
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(0, 136, 11);
  // The checksum counts its own field as blanks.
  block.write("        0", 148);
  block.write("ustar\x0000", 257, "latin1");
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

/** A long path has its directory in a field of its own. */
function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= MAX_NAME) return ["", path];
  const at = path.indexOf("/", Math.max(path.length - MAX_NAME - 1, 0));
  const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
  if (at < 0 || Buffer.byteLength(prefix) > MAX_PREFIX || Buffer.byteLength(name) > MAX_NAME)
    throw new Error(`the path ${path} is too long for an archive`);
  return [prefix, name];
}
