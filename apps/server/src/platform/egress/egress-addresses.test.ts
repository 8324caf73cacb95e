import fc from 'fast-check'
import dns from 'node:dns'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isPublicAddress, parseDestination } from './egress-rules.ts'
import { createEgress, type EgressReason } from './egress.ts'
import { base, host, reasonOf, createResolvingClient, setUpEgress } from './egress.fixture.ts'

setUpEgress()

describe('internal addresses are refused', () => {
  test.each<[string, EgressReason]>([
    ['http://127.0.0.1/', 'address'],
    ['http://0x7f000001/', 'address'],
    ['http://2130706433/', 'address'],
    ['http://127.1/', 'address'],
    ['http://0/', 'address'],
    ['http://localhost/', 'address'],
    ['http://[::1]/', 'address'],
    ['http://[::ffff:127.0.0.1]/', 'address'],
    ['http://[::ffff:7f00:1]/', 'address'],
    ['http://[64:ff9b::7f00:1]/', 'address'],
    ['http://169.254.169.254/latest', 'address'],
    ['http://10.0.0.3/', 'address'],
    ['file:///etc/passwd', 'scheme'],
    ['http://a:b@8.8.8.8/', 'credentials'],
    ['http://8.8.8.8:22/', 'port'],
    ['http://127.0.0.1./', 'address'],
    ['http://localhost./', 'address'],
    ['http://0177.0.0.1/', 'address'],
    ['http://１２７.０.０.１/', 'address'],
    ['http://①②⑦。0。0。1/', 'address'],
    ['http://[fe80::1%25eth0]/', 'malformed'],
    ['http://[::127.0.0.1]/', 'address'],
    ['http://[::]/', 'address'],
    ['http://[fd00:ec2::254]/', 'address'],
    ['http://[2002:7f00:1::]/', 'address'],
    ['http://[2001::7f00:1]/', 'address'],
    ['http://[4000::1]/', 'address'],
    ['http://100.100.100.200/', 'address'],
    ['http://168.63.129.16/', 'address'],
    ['http://192.168.1.1:8080/', 'address'],
    ['http://255.255.255.255/', 'address'],
    ['https://user@example.com/', 'credentials'],
    ['ftp://8.8.8.8/', 'scheme'],
    ['gopher://8.8.8.8:80/', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['//8.8.8.8/', 'malformed'],
    ['', 'malformed'],
    ['http://127.0.0.1\\@8.8.8.8/', 'address'],
    ['http://127.0.0.1#@8.8.8.8/', 'address'],
  ])('%s', async (address, reason) => {
    expect(await reasonOf(address)).toBe(reason)
  })

  test('every private, local and reserved IPv4 address, written plainly or as IPv6', () => {
    const insides = [
      [10, 8],
      [127, 8],
      [0, 8],
      [224, 4],
      [240, 4],
      [0xa9fe, 16],
      [0xac10, 12],
      [0xc0a8, 16],
      [0x6440, 10],
      [0xc612, 15],
    ] as const
    const inside = fc.constantFrom(...insides).chain(([prefix, bits]) => {
      const width = prefix > 255 ? 16 : 8
      return fc.nat(2 ** (32 - bits) - 1).map((rest) => prefix * 2 ** (32 - width) + rest)
    })
    fc.assert(
      fc.property(inside, (number) => {
        const dotted = [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
        const hex = `${Math.floor(number / 65_536).toString(16)}:${(number % 65_536).toString(16)}`
        for (const address of [dotted, `::ffff:${dotted}`, `::ffff:${hex}`, `64:ff9b::${hex}`, `::${hex}`]) {
          expect(isPublicAddress(address), address).toBe(false)
        }
      }),
    )
  })

  test('public addresses are not', () => {
    for (const address of ['1.1.1.1', '8.8.8.8', '223.5.5.5', '::ffff:8.8.8.8', '2606:4700::1111', '2400:3200::1'])
      expect(isPublicAddress(address), address).toBe(true)
  })
})

describe('names', () => {
  test('a name with one private answer among public ones is refused', async () => {
    expect(await reasonOf('http://a.example/', {}, createResolvingClient(['8.8.8.8', '10.0.0.1']).client)).toBe(
      'address',
    )
    expect(await reasonOf('http://a.example/', {}, createResolvingClient(['2606:4700::1111', '::1']).client)).toBe(
      'address',
    )
  })

  test('a name without addresses, and one whose resolver fails, are refused', async () => {
    expect(await reasonOf('http://a.example/', {}, createResolvingClient([]).client)).toBe('unresolved')
    const failing = createEgress({ allow: [], resolve: () => Promise.reject(new Error('no such name')) })
    onTestFinished(() => failing.close())
    expect(await reasonOf('http://a.example/', {}, failing)).toBe('unresolved')
  })

  test('a resolver that never answers ends at the timeout', async () => {
    const hanging = createEgress({ allow: [], resolve: () => new Promise(() => undefined) })
    onTestFinished(() => hanging.close())
    expect(await reasonOf('http://a.example/', { timeoutMs: 50 }, hanging)).toBe('time')
  })

  test('the connection uses the checked answer: there is no second resolution', async () => {
    const asks = vi.spyOn(dns, 'lookup')
    onTestFinished(() => asks.mockRestore())
    // In the global unicast range, but not assigned: unreachable from anywhere.
    const { client, lookups } = createResolvingClient(['2fff::1'], [host])
    expect(await reasonOf('http://rebind.example/', { timeoutMs: 300 }, client)).not.toBe('reply')
    expect(lookups()).toBe(1)
    expect(asks).not.toHaveBeenCalled()
  })

  test('an entry of the list permits that host and port only', async () => {
    expect(await reasonOf(`${base}/plain`)).toBe('reply')
    expect(await reasonOf(`${base.replace(host, 'localhost')}/plain`)).toBe('port')
    expect(await reasonOf(`http://${host}/plain`)).toBe('address')
    const nothing = createEgress({ allow: [] })
    onTestFinished(() => nothing.close())
    expect(await reasonOf(`${base}/plain`, {}, nothing)).toBe('port')
  })
})

test('an entry of the list is a host and a port', () => {
  for (const wrong of ['', 'a.example', 'http://a.example:80', 'a:b@c:80', 'a.example:80/x', 'a.example:99999', ':80'])
    expect(parseDestination(wrong), wrong).toBeUndefined()
  expect(parseDestination('Encoder.LAN:80')).toBe('encoder.lan:80')
  expect(parseDestination('[::1]:8000')).toBe('[::1]:8000')
})
