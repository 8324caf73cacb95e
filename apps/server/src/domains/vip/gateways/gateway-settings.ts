import type { Currency } from '@yunmu/contract'
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { checkUrl, destinationOf, EgressError } from '../../../platform/egress/egress-rules.ts'

/** Gateways that the operator configures with an account of a provider. */
export const configurableIds = ['epay', 'alipay', 'wechat', 'stripe'] as const
export type ConfigurableId = (typeof configurableIds)[number]

/** Which payment methods each gateway can take: 1 Alipay, 2 WeChat Pay, 3 cards. */
export const methodsOf: Readonly<Record<ConfigurableId, readonly number[]>> = {
  epay: [1, 2],
  alipay: [1],
  wechat: [2],
  stripe: [3],
}

/** Which currencies each takes, the one of its methods first. */
export const currenciesOf = {
  epay: ['CNY'],
  alipay: ['CNY'],
  wechat: ['CNY'],
  stripe: ['EUR'],
} as const satisfies Readonly<Record<ConfigurableId, readonly Currency[]>>

/** A value that the operator enters. */
export interface SettingField {
  /** Name in the settings. */
  name: string
  isSecret: boolean
  /** Absent if it must be given. */
  fallback?: string
}

const given = (name: string): SettingField => ({ name, isSecret: false })
const secret = (name: string): SettingField => ({ name, isSecret: true })

/** What the operator enters for each gateway. */
export const settingFields: Readonly<Record<ConfigurableId, readonly SettingField[]>> = {
  epay: [given('address'), given('pid'), secret('key')],
  alipay: [
    given('appId'),
    given('sellerId'),
    secret('privateKey'),
    secret('alipayPublicKey'),
    { ...given('address'), fallback: 'https://openapi.alipay.com/gateway.do' },
  ],
  wechat: [
    given('mchid'),
    given('appId'),
    given('serial'),
    secret('privateKey'),
    secret('apiV3Key'),
    given('platformSerial'),
    secret('platformKey'),
    { ...given('otherPlatformSerial'), fallback: '' },
    { ...secret('otherPlatformKey'), fallback: '' },
    { ...given('address'), fallback: 'https://api.mch.weixin.qq.com' },
  ],
  stripe: [
    secret('secretKey'),
    secret('webhookSecret'),
    { ...given('address'), fallback: 'https://api.stripe.com' },
    { ...given('payHost'), fallback: 'checkout.stripe.com' },
  ],
}

const pattern = (regex: RegExp) => z.string().check(z.regex(regex))
const address = z.string().check(z.maxLength(300))

/** A key as PEM, or as the bare base64 that some providers' tools give; it is kept as PEM. */
const rsaKey = (read: (text: string) => KeyObject) =>
  z.pipe(
    z.string().check(
      z.maxLength(20_000),
      z.refine((text) => pemOf(text, read) !== null),
    ),
    z.transform((text: string) => pemOf(text, read) ?? ''),
  )

function pemOf(text: string, read: (text: string) => KeyObject): string | null {
  try {
    const key = read(text)
    if (key.asymmetricKeyType !== 'rsa') return null
    return key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString()
  } catch {
    return null
  }
}

/** PKCS #8 or PKCS #1; both are in use. */
function readPrivateKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPrivateKey(text)
  const der = { key: Buffer.from(text, 'base64'), format: 'der' } as const
  try {
    return createPrivateKey({ ...der, type: 'pkcs8' })
  } catch {
    return createPrivateKey({ ...der, type: 'pkcs1' })
  }
}

/** A public key or a certificate. */
function readPublicKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPublicKey(text)
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
}

const GatewaySettings = z.discriminatedUnion('id', [
  z.object({
    id: z.literal('epay'),
    /** Where `submit.php` and `api.php` are; ends with a slash. */
    address: z.pipe(
      address,
      z.transform((text: string) => (text.endsWith('/') ? text : `${text}/`)),
    ),
    pid: pattern(/^[\w-]{1,32}$/),
    key: pattern(/^[\x21-\x7e]{6,128}$/),
  }),
  z.object({
    id: z.literal('alipay'),
    address,
    appId: pattern(/^\d{10,32}$/),
    sellerId: pattern(/^\d{10,32}$/),
    privateKey: rsaKey(readPrivateKey),
    alipayPublicKey: rsaKey(readPublicKey),
  }),
  z
    .object({
      id: z.literal('wechat'),
      /** Without a slash at the end. */
      address: z.pipe(
        address,
        z.transform((text: string) => text.replace(/\/+$/, '')),
      ),
      mchid: pattern(/^\d{6,32}$/),
      appId: pattern(/^wx[0-9a-zA-Z]{6,32}$/),
      serial: pattern(/^[0-9A-Fa-f]{10,64}$/),
      privateKey: rsaKey(readPrivateKey),
      apiV3Key: pattern(/^[\x21-\x7e]{32}$/),
      platformSerial: pattern(/^\w{10,64}$/),
      platformKey: rsaKey(readPublicKey),
      /** A second key of WeChat, or empty: while it changes from a certificate to its public key, it signs with either. */
      otherPlatformSerial: pattern(/^(?:\w{10,64})?$/),
      otherPlatformKey: z.union([z.literal(''), rsaKey(readPublicKey)]),
    })
    .check(
      z.refine(({ otherPlatformSerial, otherPlatformKey }) => otherPlatformSerial === '' || otherPlatformKey !== '', {
        path: ['otherPlatformKey'],
      }),
    ),
  z.object({
    id: z.literal('stripe'),
    address,
    payHost: pattern(/^[a-z0-9.-]{1,120}(?::\d{1,5})?$/),
    secretKey: pattern(/^(?:sk|rk)_(?:test|live)_[A-Za-z0-9]{8,240}$/),
    webhookSecret: pattern(/^whsec_[A-Za-z0-9+/=]{8,240}$/),
  }),
])
/** Valid settings of a gateway. */
export type GatewaySettings = z.output<typeof GatewaySettings>
export type SettingsOf<Id extends ConfigurableId> = Extract<GatewaySettings, { id: Id }>

/** Values as entered, by name. */
export type SettingValues = Readonly<Record<string, string>>

/**
 * Checks values as entered. Addresses are https, unless the operator allows their host and port for outgoing requests.
 * Otherwise the name of the first value that is missing or invalid: values are not repeated, because they can be secret.
 * @param egressAllow internal destinations that outgoing requests may reach
 */
export function readSettings(
  id: ConfigurableId,
  values: SettingValues,
  egressAllow: readonly string[],
): { settings: GatewaySettings } | { problem: string } {
  const complete = settingFields[id].map(({ name, fallback }) => [name, values[name]?.trim() || fallback])
  const parsed = GatewaySettings.safeParse({ ...Object.fromEntries(complete), id })
  if (!parsed.success) return { problem: String(parsed.error.issues[0]?.path[0] ?? '') }
  return isReachable(parsed.data.address, egressAllow) ? { settings: parsed.data } : { problem: 'address' }
}

function isReachable(text: string, egressAllow: readonly string[]): boolean {
  const allowed = new Set(egressAllow)
  try {
    const url = checkUrl(text, allowed)
    const isBare = url.search === '' && url.hash === ''
    return isBare && (url.protocol === 'https:' || allowed.has(destinationOf(url)))
  } catch (err) {
    if (err instanceof EgressError) return false
    throw err
  }
}
