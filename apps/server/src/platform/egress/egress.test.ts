import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type EgressReason } from './egress.ts'
import { base, egress, reasonOf, createResolvingClient, setUpEgress, server } from './egress.fixture.ts'

setUpEgress()

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

  test('one within the rules is followed, and the reply has the final address', async () => {
    const reply = await egress.get(`${base}/to-plain`)
    expect(String(reply.url)).toBe(`${base}/plain`)
    expect((await reply.bytes()).toString()).toBe('你好')
  })
})

describe('an exchange', () => {
  const posting = { method: 'POST', headers: { authorization: 'Basic eA==' }, body: 'a=1' } as const

  test('reaches no internal destination that is not listed', async () => {
    await expect(egress.exchange('http://10.0.0.3/token', posting)).rejects.toMatchObject({ reason: 'address' })
    const { client } = createResolvingClient(['10.0.0.1'])
    await expect(client.exchange('https://a.example/token', posting)).rejects.toMatchObject({ reason: 'address' })
  })

  test('does not follow redirects: they are its reply', async () => {
    expect((await egress.exchange(`${base}/to-plain`, posting)).status).toBe(302)
  })

  test('respects its limits', async () => {
    const reading = egress.exchange(`${base}/endless`, { ...posting, maxBytes: 1000 }).then((reply) => reply.bytes())
    await expect(reading).rejects.toMatchObject({ reason: 'size' })
    await expect(egress.exchange(`${base}/silent`, { ...posting, timeoutMs: 50 })).rejects.toMatchObject({
      reason: 'time',
    })
  })

  test('sends the given method, headers and body', async () => {
    const reply = await egress.exchange(`${base}/echo-body`, posting)
    expect([reply.header('method'), reply.header('told')]).toEqual(['POST', 'Basic eA=='])
    expect((await reply.bytes()).toString()).toBe('a=1')
  })
})

describe('limits', () => {
  test('a body that declares too large a size is not read, and an endless one is aborted', async () => {
    expect(await reasonOf(`${base}/long`)).toBe('size')
    expect(await reasonOf(`${base}/endless`, { maxBytes: 100_000 })).toBe('size')
  })

  test('a compressed body is counted decompressed; multiple codings and a truncated one are refused', async () => {
    expect(await reasonOf(`${base}/bomb`)).toBe('size')
    expect(await reasonOf(`${base}/twice-packed`)).toBe('encoding')
    expect(await reasonOf(`${base}/cut`)).toBe('network')
  })

  test('a silent server, and a very slow one, end at the total timeout', async () => {
    expect(await reasonOf(`${base}/silent`, { timeoutMs: 100 })).toBe('time')
    expect(await reasonOf(`${base}/slow`, { timeoutMs: 100 })).toBe('time')
  })

  test("the caller's own signal aborts a request", async () => {
    const stop = new AbortController()
    const fetching = reasonOf(`${base}/slow`, { signal: stop.signal })
    await delay(30)
    stop.abort()
    expect(await fetching).toBe('network')
  })

  test('an aborted reply leaves no connection that still receives', async () => {
    await reasonOf(`${base}/endless`, { maxBytes: 1000 })
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_err, count) => resolve(count))))
      .toBeLessThan(3)
  })
})

describe('replies', () => {
  test('compressed bodies arrive decompressed, and an error status is a reply', async () => {
    expect((await (await egress.get(`${base}/gzip`)).bytes()).toString()).toBe('packed')
    expect((await (await egress.get(`${base}/brotli`)).bytes()).toString()).toBe('packed')
    const missing = await egress.get(`${base}/missing`)
    expect([missing.status, (await missing.bytes()).toString()]).toEqual([404, 'no'])
  })

  test('nothing of the visitor is sent: only our own name and the caller’s headers', async () => {
    const reply = await egress.get(`${base}/echo`, { headers: { accept: 'text/plain' } })
    const headers: Record<string, string> = JSON.parse((await reply.bytes()).toString())
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  })

  test('an error contains the reason and not the address', async () => {
    await expect(egress.get('http://10.1.2.3/?token=secret')).rejects.toThrow(/^outside fetch: address$/)
  })
})
