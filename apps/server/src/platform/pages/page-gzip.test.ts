import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { acceptsGzip, gzipStream } from './page-gzip.ts'

test('a reply is compressed only where the browser says that it may be', () => {
  for (const header of [undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0, *', '*;q=0', 'gzipped', 'gzip;q=x'])
    expect(acceptsGzip(header), String(header)).toBe(false)
  for (const header of ['gzip', 'br, gzip', 'GZIP;q=0.1', '*', 'deflate, *;q=0.5', 'br;q=1.0,gzip;q=0.8'])
    expect(acceptsGzip(header), header).toBe(true)
})

test('a stream that breaks off does not end as if it were whole', async () => {
  const broken = async function* (): AsyncGenerator<string> {
    yield 'the beginning'
    throw new Error('the rest is lost')
  }
  await expect(gzipStream(Readable.from(broken())).toArray()).rejects.toThrow('the rest is lost')
})

test('what was written to a stream can be read before more is written', async () => {
  const source = new Readable({ read() {} })
  const packed = gzipStream(source)
  source.push('<head>')
  const first: unknown = await new Promise((resolve) => packed.once('data', resolve))
  const head = Buffer.isBuffer(first) ? first : Buffer.alloc(0)
  source.push('<body>')
  source.push(null)
  const rest = Buffer.concat(await packed.toArray())
  expect(gunzipSync(Buffer.concat([head, rest])).toString()).toBe('<head><body>')
  expect(head.length).toBeGreaterThan(10)
})
