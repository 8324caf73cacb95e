import { connect } from 'node:net'

/**
 * Downloads files over persistent connections as fast as possible, and counts the bytes of their bodies. Run as its own
 * process: `segment-load.ts <port> <connections> <seconds> <path>…`. Prints the bytes.
 */
const [port, connections, seconds, ...paths] = process.argv.slice(2)
const endMs = performance.now() + Number(seconds) * 1000
let received = 0
let sent = 0

function request(): string {
  const path = paths[sent++ % paths.length] ?? '/'
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`
}

/** Resolves when the time is over and the last reply is complete. */
const viewer = (): Promise<void> =>
  new Promise((resolve, reject) => {
    let left = -1
    let head = ''
    const take = (count: number, chunk: Uint8Array): boolean => {
      let body = count
      if (left === -1) {
        head += Buffer.from(chunk.buffer, chunk.byteOffset, count).toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end === -1) return true
        if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, end))
        left = Number(/content-length: (\d+)/i.exec(head)?.[1])
        body = head.length - end - 4
        head = ''
      }
      left -= body
      received += body
      if (left > 0) return true
      left = -1
      if (performance.now() < endMs) socket.write(request())
      else socket.end()
      return true
    }
    const socket = connect({
      port: Number(port),
      host: '127.0.0.1',
      onread: { buffer: Buffer.allocUnsafe(512 * 1024), callback: take },
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.write(request())
  })

await Promise.all(Array.from({ length: Number(connections) }, viewer))
console.log(String(received))
