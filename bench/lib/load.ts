import { connect } from 'node:net'

/**
 * A small load generator in its own process: `<url> <requests> <connections>`. Sends `ready`, waits for a message,
 * sends requests one after the other on each keep-alive connection, sends `done`. Delimits replies by their
 * content-length.
 */
const [target = '', total = '1000', width = '10'] = process.argv.slice(2)
const url = new URL(target)
const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: keep-alive\r\n\r\n`
let left = Number(total)

/** One connection: sends requests until none is left. */
function sendRequests(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    let head = ''
    let missing = 0
    const next = (): void => {
      if (left-- <= 0) {
        socket.end()
        resolve()
      } else socket.write(request)
    }
    socket.setNoDelay(true)
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length
      else {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
        if (!head.startsWith('HTTP/1.1 200') || !Number.isInteger(length)) {
          reject(new Error(head.slice(0, 200)))
          return
        }
        missing = length - (head.length - end - 4)
        head = ''
      }
      if (missing === 0) next()
    })
  })
}

process.send?.('ready')
process.once('message', () => {
  Promise.all(Array.from({ length: Number(width) }, sendRequests)).then(
    () => process.send?.('done'),
    (err: unknown) => {
      throw err
    },
  )
})
