import { demoPlans } from '@yunmu/demo'
import type { TestBank, TestBankOptions } from '@yunmu/test-bank'
import { localAddress } from '../../platform/http/local-address.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DemoNeeds } from './demo-needs.ts'
import type { DemoStore } from './demo-store.ts'

/** The test bank of this process. */
export interface DemoBank {
  /**
   * Opens the bank of the demonstration, or closes it: it listens only while the programme is there, and nothing takes or
   * took real money. Does nothing before the first `start`.
   */
  follow(): Promise<void>
  /** This process has the bank, if it serves visitors: follows for the first time. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface DemoBankParts extends Pick<Platform, 'config'> {
  store: Pick<DemoStore, 'state'>
  payments: DemoNeeds['payments']
}

/** The bank's code is loaded when it is opened. */
export function createDemoBank({ config, store, payments }: DemoBankParts): DemoBank {
  let isStarted = false
  let bank: TestBank | null = null
  let last: Promise<void> = Promise.resolve()
  const closeBank = async (): Promise<void> => {
    const open = bank
    bank = null
    await open?.close()
  }
  const followOnce = async (): Promise<void> => {
    if (!isStarted) return
    const isWanted = config.demo && (await store.state()) === 'added' && (await payments.mayOpenBank())
    if (isWanted && bank !== null) return
    if (!isWanted) {
      await closeBank()
      return payments.endBank()
    }
    const { openTestBank } = await import('@yunmu/test-bank')
    bank = await openTestBank({ notifyUrlOf: notifyUrlOf(config) })
    if (await payments.useBank(bank.settings)) await payments.addPlans(demoPlans)
    // A real gateway was set meanwhile.
    else await closeBank()
  }
  const follow = (): Promise<void> => {
    const next = last.then(followOnce)
    last = next.catch(() => undefined)
    return next
  }
  return {
    follow,
    async start() {
      isStarted = config.role === 'all' || config.role === 'web'
      await follow()
    },
    async close() {
      isStarted = false
      await last
      await closeBank()
    },
  }
}

/**
 * Where the bank reaches the station: on this machine, because the address by which visitors know it may not lead back here.
 * With a port that the system chooses it is that of the visitors all the same.
 */
const notifyUrlOf =
  ({ host, port }: Platform['config']): NonNullable<TestBankOptions['notifyUrlOf']> =>
  ({ protocol, returnUrl }, named) => {
    const url = new URL(named === '' ? `/pay/notify/${protocol}` : named, returnUrl === '' ? named : returnUrl)
    return port === 0 ? url.href : localAddress(host, port) + url.pathname + url.search
  }
