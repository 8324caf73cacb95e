import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartRefusal } from './platform/start-refusal.ts'

const refusalOf = (env: Record<string, string>): string => {
  try {
    readConfig(env, '/srv')
  } catch (err) {
    if (err instanceof StartRefusal) return err.message
    throw err
  }
  return ''
}

test('each setting that is wrong is named, all in one sentence', () => {
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
])('%s does not take %j', (name, value) => {
  expect(refusalOf({ [name]: value })).toContain(name)
})

test('what is not set has its default, and the data folder is absolute', () => {
  expect(readConfig({}, '/srv/云幕 站')).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDir: '/srv/云幕 站/data',
    demo: true,
    databaseUrl: undefined,
  })
  expect(readConfig({ YUNMU_DATA: '/else/where', DEMO: '0', PORT: '0' }, '/srv')).toMatchObject({
    dataDir: '/else/where',
    demo: false,
    port: 0,
  })
})
