import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'

/** A proxy in front of a database that can stop forwarding without closing its connections. */
export interface DatabaseProxy {
  connection: pg.PoolConfig
  /** Stops forwarding on the connections that are open now. */
  silence(): void
  /** Forwards what it has held back since it was opened. */
  release(): void
  close(): Promise<void>
}

/**
 * Opens a TCP port in front of a database that listens on a Unix socket.
 * @param isHeld whether it takes connections, and forwards nothing until it is released
 */
export async function openDatabaseProxy(
  { host = '', ...rest }: pg.PoolConfig,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<DatabaseProxy> {
  const pairs = new Set<[Socket, Socket]>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  if (!isHeld) release()
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.5432`)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => void released.then(() => to.write(bytes)))
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
    release,
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
