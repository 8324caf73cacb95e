import sharp from 'sharp'
import { openBank } from '../apps/server/src/domains/vip/bank.fixture.ts'
import type { Gateways } from '../apps/server/src/domains/vip/index.ts'
import { openTransfer } from '../apps/server/src/domains/vip/gateways/transfer.ts'
import { createTransferStore } from '../apps/server/src/domains/vip/gateways/transfer-store.ts'
import type { VipTables } from '../apps/server/src/domains/vip/vip-tables.ts'
import { openTestStation } from './test-station.ts'

/** Prices in yuan and euro, both in hundredths. */
const plans = [
  { name: '周卡', days: 7, amount: 900, currencyAmount: 120, mark: '' },
  { name: '月卡', days: 30, amount: 2500, currencyAmount: 330, mark: '' },
  { name: '季卡', days: 90, amount: 6800, currencyAmount: 890, mark: '' },
  { name: '年卡', days: 365, amount: 21_800, currencyAmount: 2860, mark: '省 ¥82' },
] as const

/**
 * A station that sells: methods 1 to 3 are those of a bank outside, method 4 is a transfer by the operator's picture. `pay`
 * lets the bank report that an order is paid.
 */
export async function openSellingStation() {
  const bank = openBank()
  let findTransfer: () => ReturnType<Gateways['find']> = async () => null
  const gateways: Gateways = {
    async ofMethod(methodId) {
      const gatewayId = methodId === 4 ? 'transfer' : 'stripe'
      const currency = await gateways.currencyOf(gatewayId)
      return currency && { gatewayId, currency, open: () => gateways.find(gatewayId) }
    },
    find: (id) => (id === 'transfer' ? findTransfer() : bank.gateways.find('stripe')),
    currencyOf: async (id) => (id === 'transfer' ? ((await findTransfer())?.currencies[0] ?? null) : 'CNY'),
    isTestBank: async () => false,
    testBankOrigin: async () => null,
  }
  const testStation = await openTestStation({ gateways })
  const { platform, station, url } = testStation
  const transfers = createTransferStore(platform.db.withTables<VipTables>())
  findTransfer = () => openTransfer(transfers)
  await platform.jobs.start()
  const { operator } = station.vip
  for (const plan of plans) await operator.plans.add(plan)
  const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: '#2a8' } })
  const setTransfer = async (currency: 'CNY' | 'EUR') => operator.transfer.set(await picture.png().toBuffer(), currency)
  await setTransfer('CNY')
  return {
    ...testStation,
    operator,
    /** Sets the currency of method 4. */
    setTransfer,
    /** The bank has the money, and says so only if it is asked. */
    payUnnotified: (no: string): void => void bank.pay(no),
    async pay(no: string): Promise<void> {
      const { body, signature } = bank.sign(bank.pay(no))
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const { status } = await fetch(`${url}/pay/notify/stripe`, { method: 'POST', headers, body })
      if (status !== 200) throw new Error(`the notification was answered with ${status}`)
    },
  }
}

export type SellingStation = Awaited<ReturnType<typeof openSellingStation>>
