import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { ensurePort } from './port.mjs'

test.each(['70000', '-1', '80a', '', '8.5', '１２'])('an invalid PORT, %j, is named in the message', async (PORT) => {
  await expect(ensurePort({ PORT })).rejects.toThrow(`PORT 应是 0 到 65535 的整数，现在是“${PORT}”`)
})

test('[M05] a port in use is refused after the time that workers of a killed station may take, and accepted when it is free', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const PORT = String(typeof address === 'object' && address?.port)
  const sentence = `端口 ${PORT} 已被别的程序占用。请停掉它，或用 PORT 另选一个端口。`
  await expect(ensurePort({ PORT })).rejects.toThrow(sentence)
  const waiting = ensurePort({ PORT })
  server.close()
  await expect(waiting).resolves.toBeUndefined()
  for (let times = 0; times < 2; times++) await ensurePort({ PORT })
})

test('an address of another machine is not checked here: the station reports it', async () => {
  await expect(ensurePort({ PORT: '0', HOST: '203.0.113.1' })).resolves.toBeUndefined()
})
