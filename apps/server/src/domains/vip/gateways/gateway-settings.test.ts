import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSettings } from './gateway-settings.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const epay = { address: 'https://pay.example/', pid: '1001', key: 'SECRETKEY' }
const alipay = {
  appId: '2021000000000001',
  sellerId: '2088000000000001',
  privateKey: privateKey.export({ format: 'der', type: 'pkcs1' }).toString('base64'),
  alipayPublicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
}

test.each([
  ['address', { ...epay, address: 'http://pay.example/' }],
  ['address', { ...epay, address: 'https://127.0.0.1/' }],
  ['address', { ...epay, address: 'https://10.0.0.7/' }],
  ['address', { ...epay, address: 'https://localhost/' }],
  ['address', { ...epay, address: 'https://a:b@pay.example/' }],
  ['address', { ...epay, address: 'https://pay.example/?x=1' }],
  ['address', { ...epay, address: 'ftp://pay.example/' }],
  ['address', { ...epay, address: '' }],
  ['pid', { ...epay, pid: '' }],
  ['pid', { ...epay, pid: '1 or 1=1' }],
  ['key', { ...epay, key: '密钥密钥密钥' }],
  ['key', { address: epay.address, pid: epay.pid }],
])('[J04] an invalid %s is named', (problem, values) => {
  expect(readSettings('epay', values, [])).toEqual({ problem })
})

test('[J04] an address inside the house needs an entry of EGRESS_ALLOW, with its port', () => {
  const inside = { ...epay, address: 'http://127.0.0.1:9000/epay' }
  expect(readSettings('epay', inside, ['127.0.0.1:9001'])).toEqual({ problem: 'address' })
  expect(readSettings('epay', inside, ['127.0.0.1:9000'])).toMatchObject({
    settings: { address: 'http://127.0.0.1:9000/epay/' },
  })
})

test('[J04] keys are taken as PEM and as bare base64, and only of RSA', () => {
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  expect(readSettings('alipay', alipay, [])).toMatchObject({ settings: { privateKey: pem } })
  expect(readSettings('alipay', { ...alipay, privateKey: pem }, [])).toMatchObject({ settings: { privateKey: pem } })
  expect(readSettings('alipay', { ...alipay, privateKey: alipay.alipayPublicKey }, [])).toEqual({
    problem: 'privateKey',
  })
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' })
  expect(readSettings('alipay', { ...alipay, privateKey: curve.toString() }, [])).toEqual({ problem: 'privateKey' })
})

test('[J04] a second key of WeChat may be given, with its serial number', () => {
  const key = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const wechat = {
    mchid: '1600000001',
    appId: 'wx0123456789abcdef',
    serial: 'A'.repeat(40),
    privateKey: alipay.privateKey,
    apiV3Key: '0'.repeat(32),
    platformSerial: `PUB_KEY_ID_${'0'.repeat(32)}`,
    platformKey: key,
  }
  const otherPlatformSerial = 'B'.repeat(40)
  expect(readSettings('wechat', wechat, [])).toMatchObject({ settings: { otherPlatformKey: '' } })
  expect(readSettings('wechat', { ...wechat, otherPlatformSerial, otherPlatformKey: key }, [])).toMatchObject({
    settings: { otherPlatformSerial, otherPlatformKey: key },
  })
  expect(readSettings('wechat', { ...wechat, otherPlatformSerial }, [])).toEqual({ problem: 'otherPlatformKey' })
})

test('[J04] a problem does not repeat the value, which can be secret', () => {
  const read = readSettings('stripe', { secretKey: 'pk_live_0123456789', webhookSecret: 'whsec_0123456789' }, [])
  expect(JSON.stringify(read)).toBe('{"problem":"secretKey"}')
})
