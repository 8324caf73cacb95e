import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'

/** A proxy in front of a database that can stop forwarding without closing its connections. */
export interface DatabaseProxy {
  connection: pg.PoolConfig
  /** Stops forwarding on the connections that are open now. */
  silence(): void
  close(): Promise<void>
}

/** Opens a TCP port in front of a database that listens on a Unix socket. */
export async function openDatabaseProxy({ host = '', ...rest }: pg.PoolConfig): Promise<DatabaseProxy> {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.5432`)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address instanceof Object ? address.port : 0
  return {
    connection: { ...rest, host: '127.0.0.1', port },
    silence() {
      for (const pair of pairs) for (const socket of pair) socket.removeAllListeners('data').resume()
    },
    async close() {
      for (const [near] of pairs) near.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
