import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, type Duplex } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorCode } from '../../platform/process/error-code.ts'
import { GuideImportError } from './guide-import-error.ts'

const chunkBytes = 256 * 1024
const magicBytes = 6
/** xz's largest preset needs 65 MiB for decompression. */
const xzMemoryLimit = '100MiB'

/** The compression format, detected by the magic bytes. */
function compressionOf(head: Uint8Array): 'gzip' | 'xz' | 'zip' | null {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte)
  if (starts(0x1f, 0x8b)) return 'gzip'
  if (starts(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00)) return 'xz'
  return starts(0x50, 0x4b, 0x03, 0x04) ? 'zip' : null
}

async function readMagic(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(magicBytes), 0, magicBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Decompresses with the system's xz and a memory limit. The process is killed when the caller stops reading. */
async function* decompressXz(path: string): AsyncGenerator<Buffer> {
  const input = await open(path)
  const xz = spawn('xz', ['--decompress', '--stdout', `--memlimit-decompress=${xzMemoryLimit}`], {
    stdio: [input.fd, 'pipe', 'ignore'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    xz.once('error', reject)
    xz.once('close', resolve)
  })
  ended.catch(() => undefined)
  try {
    if (xz.stdout) yield* xz.stdout
    if ((await ended) !== 0) throw new GuideImportError('压缩文件损坏或不完整')
  } catch (err) {
    if (errorCode(err) === 'ENOENT')
      throw new GuideImportError('这台机器没有 xz，不能读 .xz 文件。请安装 xz-utils，或改用 .gz')
    throw err
  } finally {
    xz.kill('SIGKILL')
    await input.close()
  }
}

/** Several gzip members are read one after another; any other trailing bytes are an error. */
async function* decompressGzip(path: string): AsyncGenerator<Buffer> {
  const compressed = createReadStream(path, { highWaterMark: chunkBytes })
  const plain: Duplex = createGunzip({ chunkSize: chunkBytes })
  compressed.on('error', (err) => plain.destroy(err))
  try {
    yield* compressed.pipe(plain)
  } catch (err) {
    if (/^Z_|^ERR_/.test(errorCode(err) ?? '')) throw new GuideImportError('压缩文件损坏或不完整')
    throw err
  } finally {
    compressed.destroy()
    plain.destroy()
  }
}

/**
 * Streams the decompressed bytes of a guide file. The caller enforces the size limit by stopping to read.
 * @throws GuideImportError
 */
export async function* decompressFile(path: string): AsyncGenerator<Uint8Array> {
  const compression = compressionOf(await readMagic(path))
  if (compression === 'zip') throw new GuideImportError('这是 zip 文件；请解压，或改用 .gz、.xz')
  if (compression === 'gzip') yield* decompressGzip(path)
  else if (compression === 'xz') yield* decompressXz(path)
  else yield* Readable.from(createReadStream(path, { highWaterMark: chunkBytes }))
}
