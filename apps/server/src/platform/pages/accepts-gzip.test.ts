import { expect, test } from 'vitest'
import { acceptsGzip } from './accepts-gzip.ts'

test('a reply is compressed only if the browser accepts it', () => {
  for (const header of [undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip; q=0, *', '*;q=0', 'gzipped', 'gzip;q=x'])
    expect(acceptsGzip(header), String(header)).toBe(false)
  for (const header of ['gzip', 'br, gzip', 'GZIP;q=0.1', '*', 'deflate, *;q=0.5', 'br;q=1.0,gzip;q=0.8'])
    expect(acceptsGzip(header), header).toBe(true)
})
