import fc from 'fast-check'
import dns from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isPublicAddress, readDestination } from './egress-rules.ts'
import { createEgress, EgressError, type Egress, type EgressOptions, type EgressReason } from './egress.ts'

const host = '127.0.0.1'
const routes: Record<string, RequestListener> = {
  '/plain': (_request, response) => response.end('你好'),
  '/echo': (request, response) => response.end(JSON.stringify(request.headers)),
  '/echo-body': (request, response) => {
    response.writeHead(200, { method: request.method, told: request.headers.authorization })
    request.pipe(response)
  },
  '/missing': (_request, response) => response.writeHead(404).end('no'),
  '/gzip': (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed')),
  '/brotli': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('packed')),
  '/bomb': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
  '/twice-packed': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('x'))),
  '/cut': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed').subarray(0, 12)),
  '/long': (_request, response) => response.writeHead(200, { 'content-length': 1e9 }).flushHeaders(),
  '/endless': (_request, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    }
    response.on('drain', write)
    write()
  },
  '/slow': (_request, response) => {
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/silent': () => undefined,
  '/to-plain': (_request, response) => response.writeHead(302, { location: '/plain' }).end(),
  '/to-itself': (_request, response) => response.writeHead(302, { location: '/to-itself' }).end(),
  '/to-nowhere': (_request, response) => response.writeHead(302).end(),
  '/to-metadata': (_request, response) => response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
  '/to-file': (_request, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
  '/to-other-port': (_request, response) => response.writeHead(302, { location: `http://${host}:1/` }).end(),
}

const server = createServer((request, response) => {
  const route = routes[request.url ?? '']
  if (route) route(request, response)
  else response.writeHead(500).end()
})
let base: string
let egress: Egress

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  base = `http://${host}:${port}`
  egress = createEgress({ allow: [`${host}:${port}`] })
})
afterAll(async () => {
  await egress.close()
  server.closeAllConnections()
  server.close()
})

/** Why an address is refused, or that it is not. The body is read to its end. */
async function reasonOf(address: string, options?: EgressOptions, from = egress): Promise<EgressReason | 'reply'> {
  try {
    await (await from.get(address, options)).bytes()
    return 'reply'
  } catch (err) {
    if (err instanceof EgressError) return err.reason
    throw err
  }
}

/** A client that resolves every name to what the test says. */
function resolving(...answers: string[][]): { client: Egress; asked: () => number } {
  let asked = 0
  const client = createEgress({
    allow: [],
    resolve: async () =>
      (answers[Math.min(asked++, answers.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
  })
  onTestFinished(() => client.close())
  return { client, asked: () => asked }
}

describe('addresses that lead inside are refused', () => {
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

  test('addresses of the public internet are not', () => {
    for (const address of ['1.1.1.1', '8.8.8.8', '223.5.5.5', '::ffff:8.8.8.8', '2606:4700::1111', '2400:3200::1'])
      expect(isPublicAddress(address), address).toBe(true)
  })
})

describe('names', () => {
  test('a name with one private answer among public ones is refused', async () => {
    expect(await reasonOf('http://a.example/', {}, resolving(['8.8.8.8', '10.0.0.1']).client)).toBe('address')
    expect(await reasonOf('http://a.example/', {}, resolving(['2606:4700::1111', '::1']).client)).toBe('address')
  })

  test('a name that resolves to nothing, and one whose resolver fails, are refused', async () => {
    expect(await reasonOf('http://a.example/', {}, resolving([]).client)).toBe('unresolved')
    const failing = createEgress({ allow: [], resolve: () => Promise.reject(new Error('no such name')) })
    onTestFinished(() => failing.close())
    expect(await reasonOf('http://a.example/', {}, failing)).toBe('unresolved')
  })

  test('a resolver that never answers ends with the time limit', async () => {
    const hanging = createEgress({ allow: [], resolve: () => new Promise(() => undefined) })
    onTestFinished(() => hanging.close())
    expect(await reasonOf('http://a.example/', { timeoutMs: 50 }, hanging)).toBe('time')
  })

  test('the connection goes to the answer that was checked: nobody asks for a second, private one', async () => {
    const asks = vi.spyOn(dns, 'lookup')
    onTestFinished(() => asks.mockRestore())
    // Global unicast by its number, and given to nobody: it can be connected to from nowhere.
    const { client, asked } = resolving(['2fff::1'], [host])
    expect(await reasonOf('http://rebind.example/', { timeoutMs: 300 }, client)).not.toBe('reply')
    expect(asked()).toBe(1)
    expect(asks).not.toHaveBeenCalled()
  })

  test('an entry of the list opens that host and port alone', async () => {
    expect(await reasonOf(`${base}/plain`)).toBe('reply')
    expect(await reasonOf(`${base.replace(host, 'localhost')}/plain`)).toBe('port')
    expect(await reasonOf(`http://${host}/plain`)).toBe('address')
    const nothing = createEgress({ allow: [] })
    onTestFinished(() => nothing.close())
    expect(await reasonOf(`${base}/plain`, {}, nothing)).toBe('port')
  })
})

describe('redirects', () => {
  test.each<[string, EgressReason]>([
    ['/to-metadata', 'address'],
    ['/to-file', 'scheme'],
    ['/to-itself', 'redirect'],
    ['/to-nowhere', 'redirect'],
    ['/to-other-port', 'port'],
  ])('%s is refused', async (path, reason) => {
    expect(await reasonOf(base + path)).toBe(reason)
  })

  test('one that stays within the rules is followed, and the reply says where it came from', async () => {
    const reply = await egress.get(`${base}/to-plain`)
    expect(String(reply.url)).toBe(`${base}/plain`)
    expect((await reply.bytes()).toString()).toBe('你好')
  })
})

describe('an exchange', () => {
  const posting = { method: 'POST', headers: { authorization: 'Basic eA==' }, body: 'a=1' } as const

  test('goes nowhere inside that the list does not name', async () => {
    await expect(egress.exchange('http://10.0.0.3/token', posting)).rejects.toMatchObject({ reason: 'address' })
    const { client } = resolving(['10.0.0.1'])
    await expect(client.exchange('https://a.example/token', posting)).rejects.toMatchObject({ reason: 'address' })
  })

  test('is not led elsewhere: a redirect is its reply', async () => {
    expect((await egress.exchange(`${base}/to-plain`, posting)).status).toBe(302)
  })

  test('keeps to its limits', async () => {
    const reading = egress.exchange(`${base}/endless`, { ...posting, maxBytes: 1000 }).then((reply) => reply.bytes())
    await expect(reading).rejects.toMatchObject({ reason: 'size' })
    await expect(egress.exchange(`${base}/silent`, { ...posting, timeoutMs: 50 })).rejects.toMatchObject({
      reason: 'time',
    })
  })

  test('carries what it is given', async () => {
    const reply = await egress.exchange(`${base}/echo-body`, posting)
    expect([reply.header('method'), reply.header('told')]).toEqual(['POST', 'Basic eA=='])
    expect((await reply.bytes()).toString()).toBe('a=1')
  })
})

describe('limits', () => {
  test('a body that says it is too long is not begun, and an endless one is cut', async () => {
    expect(await reasonOf(`${base}/long`)).toBe('size')
    expect(await reasonOf(`${base}/endless`, { maxBytes: 100_000 })).toBe('size')
  })

  test('a packed body is counted unpacked; a coding upon a coding and a cut one are refused', async () => {
    expect(await reasonOf(`${base}/bomb`)).toBe('size')
    expect(await reasonOf(`${base}/twice-packed`)).toBe('encoding')
    expect(await reasonOf(`${base}/cut`)).toBe('network')
  })

  test('a server that says nothing, and one that drips, end with the total time', async () => {
    expect(await reasonOf(`${base}/silent`, { timeoutMs: 100 })).toBe('time')
    expect(await reasonOf(`${base}/slow`, { timeoutMs: 100 })).toBe('time')
  })

  test("the caller's own signal ends a fetch", async () => {
    const stop = new AbortController()
    const fetching = reasonOf(`${base}/slow`, { signal: stop.signal })
    await delay(30)
    stop.abort()
    expect(await fetching).toBe('network')
  })

  test('what a limit cut leaves no connection behind that still fills', async () => {
    await reasonOf(`${base}/endless`, { maxBytes: 1000 })
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_err, count) => resolve(count))))
      .toBeLessThan(3)
  })
})

describe('replies', () => {
  test('packed bodies arrive unpacked, and a status that is no success is a reply', async () => {
    expect((await (await egress.get(`${base}/gzip`)).bytes()).toString()).toBe('packed')
    expect((await (await egress.get(`${base}/brotli`)).bytes()).toString()).toBe('packed')
    const missing = await egress.get(`${base}/missing`)
    expect([missing.status, (await missing.bytes()).toString()]).toEqual([404, 'no'])
  })

  test('nothing of the visitor goes out: our own name and what the caller states', async () => {
    const reply = await egress.get(`${base}/echo`, { headers: { accept: 'text/plain' } })
    const headers: Record<string, string> = JSON.parse((await reply.bytes()).toString())
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  })

  test('an error names the reason and not the address', async () => {
    await expect(egress.get('http://10.1.2.3/?token=secret')).rejects.toThrow(/^outside fetch: address$/)
  })
})

test('an entry of the list is a host and a port', () => {
  for (const wrong of ['', 'a.example', 'http://a.example:80', 'a:b@c:80', 'a.example:80/x', 'a.example:99999', ':80'])
    expect(readDestination(wrong), wrong).toBeUndefined()
  expect(readDestination('Encoder.LAN:80')).toBe('encoder.lan:80')
  expect(readDestination('[::1]:8000')).toBe('[::1]:8000')
})
