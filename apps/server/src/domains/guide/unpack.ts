import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, type Duplex } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorCode } from '../../platform/process/error-code.ts'
import { GuideProblem } from './guide-problem.ts'

const pieceBytes = 256 * 1024
const magicBytes = 6
/** What xz may take to unpack: its largest usual preset takes 65 MiB. */
const xzMemory = '100MiB'

/** How a file is packed, by its first bytes, whatever it is called. */
function packingOf(head: Uint8Array): 'gzip' | 'xz' | 'zip' | null {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte)
  if (starts(0x1f, 0x8b)) return 'gzip'
  if (starts(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00)) return 'xz'
  return starts(0x50, 0x4b, 0x03, 0x04) ? 'zip' : null
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(magicBytes), 0, magicBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The system's xz, below a limit of memory. It reads the file by itself and is ended when nobody reads on. */
async function* unpackXz(path: string): AsyncGenerator<Buffer> {
  const input = await open(path)
  const xz = spawn('xz', ['--decompress', '--stdout', `--memlimit-decompress=${xzMemory}`], {
    stdio: [input.fd, 'pipe', 'ignore'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    xz.once('error', reject)
    xz.once('close', resolve)
  })
  ended.catch(() => undefined)
  try {
    if (xz.stdout) yield* xz.stdout
    if ((await ended) !== 0) throw new GuideProblem('压缩文件损坏或不完整')
  } catch (err) {
    if (errorCode(err) === 'ENOENT')
      throw new GuideProblem('这台机器没有 xz，不能读 .xz 文件。请安装 xz-utils，或改用 .gz')
    throw err
  } finally {
    xz.kill('SIGKILL')
    await input.close()
  }
}

/** A member after another is read on; what follows the last one is damage. */
async function* unpackGzip(path: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(path, { highWaterMark: pieceBytes })
  const plain: Duplex = createGunzip({ chunkSize: pieceBytes })
  packed.on('error', (err) => plain.destroy(err))
  try {
    yield* packed.pipe(plain)
  } catch (err) {
    if (/^Z_|^ERR_/.test(errorCode(err) ?? '')) throw new GuideProblem('压缩文件损坏或不完整')
    throw err
  } finally {
    packed.destroy()
    plain.destroy()
  }
}

/**
 * The bytes of a guide's file, unpacked as they are read: whoever reads counts them, so that nothing is unpacked further
 * than allowed.
 * @throws GuideProblem
 */
export async function* unpackFile(path: string): AsyncGenerator<Uint8Array> {
  const packing = packingOf(await headOf(path))
  if (packing === 'zip') throw new GuideProblem('这是 zip 文件；请解压，或改用 .gz、.xz')
  if (packing === 'gzip') yield* unpackGzip(path)
  else if (packing === 'xz') yield* unpackXz(path)
  else yield* Readable.from(createReadStream(path, { highWaterMark: pieceBytes }))
}
