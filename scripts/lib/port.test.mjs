import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { ensurePort } from './port.mjs'

test.each(['70000', '-1', '80a', '', '8.5', '１２'])('PORT %j is refused by its name', async (PORT) => {
  await expect(ensurePort({ PORT })).rejects.toThrow(`PORT 应是 0 到 65535 的整数，现在是“${PORT}”`)
})

test('a port that is taken is refused, and is free to use once it is not', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const PORT = String(typeof address === 'object' && address?.port)
  const sentence = `端口 ${PORT} 已被别的程序占用。请停掉它，或用 PORT 另选一个端口。`
  await expect(ensurePort({ PORT })).rejects.toThrow(sentence)
  server.close()
  await once(server, 'close')
  for (let times = 0; times < 2; times++) await ensurePort({ PORT })
})

test('a host that is not ours is left to the station to name', async () => {
  await expect(ensurePort({ PORT: '0', HOST: '203.0.113.1' })).resolves.toBeUndefined()
})
