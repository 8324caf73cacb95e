import { paymentMethods } from '@yunmu/contract'
import type { Gateway } from './gateway.ts'
import type { SettingValues } from './gateway-settings.ts'

/**
 * Which payment methods the test bank takes by which protocol: a page in another tab twice, a page in this one, and a code
 * to scan.
 */
export const testBankMethods = {
  alipay: [paymentMethods.alipay],
  epay: [paymentMethods.wechat],
  stripe: [paymentMethods.card],
  wechat: [paymentMethods.scan],
} as const
export const testBankIds = ['alipay', 'epay', 'stripe', 'wechat'] as const

/** The settings that the test bank prints, by protocol. */
export type TestBankSettings = Readonly<Record<keyof typeof testBankMethods, SettingValues>>

/** Where the station shows the bank's pages. */
export const testBankPath = '/demo-bank'

/** Origin of the bank, which listens on this machine alone; null for settings with another address, which are somebody's. */
export function testBankOriginOf(values: SettingValues | null): string | null {
  const address = values?.address ?? ''
  if (!URL.canParse(address)) return null
  const { protocol, hostname, port, origin } = new URL(address)
  return protocol === 'http:' && hostname === '127.0.0.1' && port !== '' ? origin : null
}

/** Requests of payers that the station passes on: the pages, not the bank's interfaces. */
export function isTestBankPage(method: string, path: string): boolean {
  if (/^\/bank\/pay\/[0-9a-f]{32}$/.test(path)) return method === 'GET' || method === 'POST'
  return method === 'GET' && (path === '/epay/submit.php' || path === '/alipay/gateway.do')
}

/** An address of the bank as payers reach it; others stay as they are. */
export function stationAddressOf(address: string, bankOrigin: string, origin: string): string {
  return address.startsWith(`${bankOrigin}/`) ? origin + testBankPath + address.slice(bankOrigin.length) : address
}

/**
 * A gateway of the bank. Its page is opened through the station, also where there is a code, because nobody scans one of a
 * demonstration; and it has no bills: payments are invented, and end with the bank.
 */
export const asTestBank = (gateway: Gateway, bankOrigin: string): Gateway => ({
  ...gateway,
  bill: null,
  throughStation({ url, qr, img }, origin) {
    const code = stationAddressOf(qr, bankOrigin, origin)
    return { url: url === '' ? code : stationAddressOf(url, bankOrigin, origin), qr: code, img }
  },
})
