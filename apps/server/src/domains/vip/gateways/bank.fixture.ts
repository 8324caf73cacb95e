import { openTestBank, type Notification, type Protocol, type TestBank } from '@yunmu/test-bank'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createEgress, type Egress } from '../../../platform/egress/egress.ts'
import { nowSec, systemClock } from '../../../platform/process/clock.ts'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { createGatewayHttp } from './gateway-http.ts'
import { readSettings } from './gateway-settings.ts'
import type { Gateway, GatewayOrder, NotifyResult, RawNotify } from './gateway.ts'
import { loadGateway } from './load-gateway.ts'

/** A bank, a gateway that is configured with it, and a merchant that takes its notifications. */
export interface GatewayAtBank {
  bank: TestBank
  egress: Egress
  gateway: Gateway
  /** What arrived, and what was read from it. */
  arrived: { raw: RawNotify; result: NotifyResult }[]
  /** The reply to the next notifications is not that they were taken. */
  refuseNext(count: number): void
  order(no: string, change?: Partial<GatewayOrder>): GatewayOrder
  /** Opens the page of an order and presses 付款. */
  payOnPage(address: string): Promise<void>
}

/** Call it at the top of a test file. */
export async function openGatewayAtBank(protocol: Protocol): Promise<GatewayAtBank> {
  const bank = await openTestBank({ timeScale: 0 })
  const egress = createEgress({ allow: [bank.destination] })
  const gateway = await gatewayOf(protocol, bank.settings[protocol], egress, bank.destination)
  const merchant = await openMerchant(gateway)
  bank.setStripeNotifyUrl(merchant.url)
  atFileEnd(async () => {
    await bank.close()
    await egress.close()
    await merchant.close()
  })
  return {
    bank,
    egress,
    gateway,
    arrived: merchant.arrived,
    refuseNext: merchant.refuseNext,
    order: (no, change = {}) => ({
      no,
      subject: '月卡 30 天',
      money: { minor: 2990, currency: 'CNY' },
      methodId: 1,
      expiresSec: nowSec(systemClock) + 1800,
      notifyUrl: merchant.url,
      returnUrl: `${merchant.url}/return`,
      clientIp: '192.0.2.1',
      isPhone: false,
      ...change,
    }),
    async payOnPage(address) {
      const shown = await fetch(address)
      const page = await shown.text()
      if (!page.includes('演示收银台') || !page.includes('付款</button>')) throw new Error('there is no page to pay on')
      await fetch(shown.url, { method: 'POST', redirect: 'manual' })
    },
  }
}

/** A gateway of these settings, which must be valid. */
export async function gatewayOf(
  protocol: Protocol,
  values: Readonly<Record<string, string>>,
  egress: Egress,
  destination: string,
): Promise<Gateway> {
  const read = readSettings(protocol, values, [destination])
  if ('problem' in read) throw new Error(`the setting ${read.problem} is invalid`)
  return await loadGateway(read.settings, { http: createGatewayHttp(protocol, egress), clock: systemClock })
}

/** A notification as the station's route would pass it on. */
export function rawOf({ method, url, headers, body }: Notification): RawNotify {
  return { method, query: new URL(url).search.slice(1), headers: { ...headers }, body: Buffer.from(body) }
}

async function openMerchant(gateway: Gateway) {
  const arrived: GatewayAtBank['arrived'] = []
  let refusals = 0
  const server = createServer((request, response) => {
    void (async () => {
      const raw: RawNotify = {
        method: request.method === 'POST' ? 'POST' : 'GET',
        query: new URL(request.url ?? '', 'http://merchant').search.slice(1),
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        body: await buffer(request),
      }
      const result = (await gateway.parseNotify?.(raw, nowSec(systemClock))) ?? { isValid: false, reason: 'none' }
      arrived.push({ raw, result })
      const isTaken = result.isValid && refusals-- <= 0
      const { status, type, body } = gateway.notifyReply(isTaken)
      response.writeHead(status, { 'content-type': type }).end(body)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/pay/notify/${gateway.id}`,
    arrived,
    refuseNext: (count: number) => void (refusals = count),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}
