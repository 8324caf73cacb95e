import { expect, test } from 'vitest'
import { localAddress } from './local-address.ts'

test.each([
  ['127.0.0.1', 8080, 'http://127.0.0.1:8080'],
  ['localhost', 8080, 'http://localhost:8080'],
  ['192.168.1.5', 80, 'http://192.168.1.5'],
  ['0.0.0.0', 8080, 'http://localhost:8080'],
  ['::', 8080, 'http://localhost:8080'],
  ['0:0:0:0:0:0:0:0', 8080, 'http://localhost:8080'],
  ['::1', 8080, 'http://[::1]:8080'],
  ['fd00::5', 80, 'http://[fd00::5]'],
  ['::ffff:192.168.1.5', 8080, 'http://192.168.1.5:8080'],
])('a station that listens on %s, port %i, is visited at %s', (host, port, address) => {
  expect(localAddress(host, port)).toBe(address)
  expect(new URL(address).port).toBe(port === 80 ? '' : String(port))
})
