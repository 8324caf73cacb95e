import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartRefusal } from './platform/process/start-refusal.ts'

const refusalOf = (env: Record<string, string>): string => {
  try {
    readConfig(env, '/srv')
  } catch (err) {
    if (err instanceof StartRefusal) return err.message
    throw err
  }
  return ''
}

test('all invalid settings are named in one message', () => {
  const sentence = refusalOf({
    PORT: 'eighty',
    HOST: 'somewhere',
    DEMO: 'yes',
    DATABASE_URL: 'mysql://x',
    LOG_LEVEL: 'loud',
  })
  for (const name of ['PORT', 'HOST', 'DEMO', 'DATABASE_URL', 'LOG_LEVEL']) expect(sentence).toContain(name)
  expect(sentence).toContain('eighty')
})

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['YUNMU_DATA', ' '],
  ['YUNMU_DATA', 'a\0b'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['ALLOWED_ORIGINS', 'https://a.example/path'],
  ['MEDIA_URL', 'ftp://a.example'],
  ['SITE_URL', 'https://a.example/'],
  ['SITE_URL', 'a.example'],
  ['REDIS_URL', 'localhost:6379'],
  ['REDIS_URL', 'redis://'],
  ['ROLE', 'painter'],
  ['RTMP_HOST', 'somewhere'],
  ['RTMP_PORT', '65536'],
  ['LIVE_MAX_GB', '1.5'],
  ['LIVE_MAX_ON_DEMAND', '-1'],
  ['INGEST_PLAY', 'rtmp://127.0.0.1/live/5'],
  ['INGEST_PLAY', 'file:///{stream}'],
])('%s does not accept %j', (name, value) => {
  expect(refusalOf({ [name]: value })).toContain(name)
})

test('the invalid entry of a list is named, and no secret is repeated', () => {
  expect(refusalOf({ TRUSTED_PROXIES: '10.0.0.1, x', PORT: '-1' })).toMatch(/PORT.*“-1”.*TRUSTED_PROXIES 里的“x”/)
  expect(refusalOf({ DATABASE_URL: 'mysql://u:secret@db', METRICS_TOKEN: 'secret' })).not.toContain('secret')
})

test('[E04] an incomplete provider is refused, and so is an internal one that is not allowed', () => {
  expect(refusalOf({ OIDC_PROVIDERS: 'op' })).toMatch(
    /OIDC_OP_NAME.*OIDC_OP_ISSUER.*OIDC_OP_CLIENT_ID.*OIDC_OP_CLIENT_SECRET/,
  )
  const op = { OIDC_PROVIDERS: 'op', OIDC_OP_NAME: '云端', OIDC_OP_CLIENT_ID: 'a', OIDC_OP_CLIENT_SECRET: 'b' }
  const inside = { ...op, OIDC_OP_ISSUER: 'https://10.0.0.7' }
  expect(refusalOf(inside)).toContain('EGRESS_ALLOW')
  expect(readConfig({ ...inside, EGRESS_ALLOW: '10.0.0.7:443' }, '/srv').oidcProviders).toHaveLength(1)
})

test('missing settings have defaults, and the data folder is absolute', () => {
  expect(readConfig({}, '/srv/云幕 站')).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDir: '/srv/云幕 站/data',
    demo: true,
    databaseUrl: undefined,
    recorder: { rtmpHost: '127.0.0.1', rtmpPort: 1935, ingestPlay: '', maxGb: 0, maxOnDemand: 32 },
  })
  expect(readConfig({ YUNMU_DATA: '/else/where', DEMO: '0', PORT: '0' }, '/srv')).toMatchObject({
    dataDir: '/else/where',
    demo: false,
    port: 0,
  })
})

test('[M05] a process serves visitors for each core, at most four, unless WORKERS says otherwise', () => {
  expect(readConfig({}, '/srv').workers).toBe(Math.min(availableParallelism(), 4))
  expect(readConfig({ WORKERS: '7' }, '/srv').workers).toBe(7)
  for (const wrong of ['0', '100', 'two']) expect(refusalOf({ WORKERS: wrong })).toContain('WORKERS')
})
