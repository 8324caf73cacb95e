import { generateKeyPair, randomBytes, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Protocol } from './payment.ts'

interface KeyPair {
  publicKey: string
  privateKey: string
}

/** The merchant's accounts at the bank, with the keys of both sides. */
export interface Accounts {
  epay: { pid: string; key: string }
  alipay: { appId: string; sellerId: string; merchant: KeyPair; bank: KeyPair }
  wechat: {
    mchid: string
    appId: string
    serial: string
    /** WeChat's public key, which replies are signed with if the request names it. */
    platformSerial: string
    /** WeChat's certificate, which replies are signed with otherwise. Notifications are signed with either. */
    certificateSerial: string
    certificate: KeyPair
    apiV3Key: string
    merchant: KeyPair
    bank: KeyPair
  }
  stripe: { secretKey: string; webhookSecret: string }
}

const generate = promisify(generateKeyPair)
/** Outside the main thread, where it would stop everything for a moment. */
const keyPair = (): Promise<KeyPair> =>
  generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')

/** New accounts, with keys that no other bank has. */
export async function makeAccounts(): Promise<Accounts> {
  const [merchantOfAlipay, alipay, merchantOfWechat, wechat, certificate] = await Promise.all([
    keyPair(),
    keyPair(),
    keyPair(),
    keyPair(),
    keyPair(),
  ])
  return {
    epay: { pid: `1${digits(5)}`, key: hex(16) },
    alipay: { appId: `2021${digits(12)}`, sellerId: `2088${digits(12)}`, merchant: merchantOfAlipay, bank: alipay },
    wechat: {
      mchid: `16${digits(8)}`,
      appId: `wx${hex(8)}`,
      serial: hex(20).toUpperCase(),
      platformSerial: `PUB_KEY_ID_${digits(20)}`,
      certificateSerial: hex(20).toUpperCase(),
      certificate,
      apiV3Key: hex(16),
      merchant: merchantOfWechat,
      bank: wechat,
    },
    stripe: { secretKey: `sk_test_${hex(24)}`, webhookSecret: `whsec_${hex(24)}` },
  }
}

/** What the merchant enters in the station, by protocol and by the names of its settings. */
export function settingsOf(
  accounts: Accounts,
  url: string,
  pageHost: string,
): Record<Protocol, Record<string, string>> {
  const { epay, alipay, wechat, stripe } = accounts
  return {
    epay: { ...epay, address: `${url}/epay/` },
    alipay: {
      address: `${url}/alipay/gateway.do`,
      appId: alipay.appId,
      sellerId: alipay.sellerId,
      privateKey: alipay.merchant.privateKey,
      alipayPublicKey: alipay.bank.publicKey,
    },
    wechat: {
      address: `${url}/wechat`,
      mchid: wechat.mchid,
      appId: wechat.appId,
      serial: wechat.serial,
      privateKey: wechat.merchant.privateKey,
      apiV3Key: wechat.apiV3Key,
      platformSerial: wechat.platformSerial,
      platformKey: wechat.bank.publicKey,
      otherPlatformSerial: wechat.certificateSerial,
      otherPlatformKey: wechat.certificate.publicKey,
    },
    stripe: { ...stripe, address: url, payHost: pageHost },
  }
}
