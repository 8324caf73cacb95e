import type { Platform } from '../../platform/platform.ts'
import { jobHandler, type DomainModule } from '../../platform/domain-module.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { mountOrderCalls } from './calls/order-calls.ts'
import { mountPlanCalls, plansOnSale } from './calls/plan-calls.ts'
import { mountUserUpgrade } from './calls/user-upgrade.ts'
import { mountVoucherCalls } from './calls/voucher-calls.ts'
import { exportVip, forgetOld, forgetPeople } from './personal-data.ts'
import type { Gateways } from './gateways/gateway.ts'
import { createGateways, type GatewayManager } from './gateways/gateways.ts'
import { createTransferStore } from './gateways/transfer-store.ts'
import { createInvalidNotifies } from './invalid-notifies.ts'
import { createEndWatch } from './ledger/announce-ends.ts'
import { createLedger, type Ledger } from './ledger/ledger.ts'
import { mailReceipt, tellDecline, tellRefund } from './notices/tell-payer.ts'
import { mailAlerts } from './notices/mail-alerts.ts'
import { createEndNotices, sendAlert, tellGift } from './notices/send-notices.ts'
import { installNotify } from './notify/install-notify.ts'
import { installTestBank } from './notify/install-test-bank.ts'
import { createOperator, type VipOperator } from './operator.ts'
import { askAboutOrders } from './orders/ask-gateway.ts'
import { daySec } from './orders/order-rules.ts'
import { createOrderStore } from './orders/order-store.ts'
import { retryRefunds, runDoubleRefund, runRefund } from './orders/refunds.ts'
import { retryDoubleRefunds } from './orders/retry-double-refunds.ts'
import {
  alertJob,
  createSettlement,
  declineNoticeJob,
  receiptJob,
  refundDoubleJob,
  refundJob,
  refundNoticeJob,
} from './orders/settle.ts'
import { createPlanStore, type NewPlan } from './plans/plan-store.ts'
import { pushChanges } from './push-changes.ts'
import { offerChanged } from './vip-events.ts'
import type { VipNeeds, VipParts } from './vip-needs.ts'
import type { VipTables } from './vip-tables.ts'
import { printedCode } from './vouchers/voucher-rules.ts'
import { compareBills } from './reconciliation/compare-bills.ts'
import { createVouchers } from './vouchers/vouchers.ts'

/** Memberships that are sold: plans, orders, payments, and the ledger that follows from them. */
export interface Vip {
  /** The only way to change a membership. */
  ledger: Pick<Ledger, 'gift' | 'revoke' | 'importEndIn'>
  /** Whether somebody can buy something: there is a plan, and a payment method that takes its currency. */
  isOnSale(): Promise<boolean>
  /** The operator's commands. */
  operator: VipOperator
  /** The operator's commands on payment gateways. */
  gateways: GatewayManager
  /** The plans of the demonstration, which the test bank alone sells. */
  demoPlans: { seed(plans: readonly NewPlan[]): Promise<void>; remove(): Promise<void> }
  readonly module: DomainModule
}

/** @param gateways in place of the configured ones, for tests */
export function createVip(platform: Platform, needs: VipNeeds, gateways?: Gateways): Vip {
  const configured = createGateways(platform, () => platform.events.announce(offerChanged, {}))
  const parts = createParts(platform, needs, gateways ?? configured)
  return {
    ledger: {
      revoke: parts.ledger.revoke,
      importEndIn: parts.ledger.importEndIn,
      async gift(userId, seconds, ...rest) {
        const membership = await parts.ledger.gift(userId, seconds, ...rest)
        const days = Math.round(seconds / daySec)
        if (membership) await tellGift(parts, userId, { kind: 'gift', days, endSec: membership.userEndTime })
        return membership
      },
    },
    isOnSale: async () => (await plansOnSale(parts)).length > 0,
    operator: createOperator(parts),
    gateways: configured.manager,
    demoPlans: demoPlansOf(parts),
    module: {
      name: 'vip',
      exchange: vipExchange,
      calls(registry) {
        mountPlanCalls(registry, parts)
        mountUserUpgrade(registry, parts)
        mountOrderCalls(registry, parts)
        mountVoucherCalls(registry, parts)
      },
      routes(app, http) {
        installNotify(app, parts, http)
        installTestBank(app, parts, { ...http, egress: platform.egress })
      },
      realtime: { listeners: (realtime) => pushChanges(parts, realtime) },
      jobs: [
        jobHandler(alertJob, (alert) => sendAlert(parts, alert)),
        jobHandler(receiptJob, ({ no }) => mailReceipt(parts, no)),
        jobHandler(refundNoticeJob, (refund) => tellRefund(parts, refund)),
        jobHandler(declineNoticeJob, ({ no }) => tellDecline(parts, no)),
        jobHandler(refundJob, ({ no }) => runRefund(parts, no)),
        jobHandler(refundDoubleJob, (payment) => runDoubleRefund(parts, payment)),
      ],
      schedules: [
        { name: 'vip.ask', everyMinutes: 1, run: ({ signal }) => askAboutOrders(parts, signal) },
        { name: 'vip.refunds', everyMinutes: 10, run: ({ signal }) => retryRefunds(parts, signal) },
        { name: 'vip.doubles', everyMinutes: 10, run: ({ signal }) => retryDoubleRefunds(parts, signal) },
        { name: 'vip.bills', everyMinutes: 6 * 60, run: ({ signal }) => compareBills(parts, signal) },
        { name: 'vip.endNotices', everyMinutes: 30, run: createEndNotices(parts) },
        // What a mail of a moment ago did not say.
        { name: 'vip.alertMail', everyMinutes: 1, run: () => mailAlerts(parts) },
        { name: 'vip.forget', everyMinutes: 24 * 60, run: () => forgetOld(parts) },
      ],
      timers: [{ name: 'vip.ends', everyMs: 1000, withJobs: true, run: createEndWatch(parts) }],
      personalData: {
        exportOf: (userId) => exportVip(parts, userId),
        countOf: async (userId) => ({ orders: (await parts.orders.listOf(userId, { page: 1, size: 1 })).total }),
        deleteOf: (tx, userIds) => forgetPeople(tx, userIds),
      },
      metrics: [
        {
          name: 'yunmu_payment_notifications_invalid',
          help: 'Notifications of payments whose signature is wrong, by gateway.',
          label: 'gateway',
          read: async () => parts.invalidNotifies.read(),
        },
      ],
    },
  }
}

function demoPlansOf({ plans, events, clock }: VipParts): Vip['demoPlans'] {
  return {
    async seed(all) {
      await plans.seedDemo(all, nowSec(clock))
      events.announce(offerChanged, {})
    },
    async remove() {
      if (await plans.removeDemo()) events.announce(offerChanged, {})
    },
  }
}

function createParts(platform: Platform, needs: VipNeeds, gateways: Gateways): VipParts {
  const { db, clock, events, jobs, log, config } = platform
  const tables = db.withTables<VipTables>()
  const ledger = createLedger({ db, clock, events, memberships: needs.memberships })
  const vouchers = createVouchers({ db, clock, ledger, memberships: needs.memberships })
  return {
    ...needs,
    db,
    clock,
    events,
    jobs,
    log,
    siteUrl: config.siteUrl,
    ledger,
    plans: createPlanStore(tables),
    orders: createOrderStore(tables),
    vouchers,
    transfers: createTransferStore(tables),
    gateways,
    settlement: createSettlement({ db, clock, events, jobs, ledger, vouchers, gateways }),
    invalidNotifies: createInvalidNotifies(),
  }
}

export { offerChanged, printedCode }
export {
  configurableIds,
  methodsOf,
  settingFields,
  type ConfigurableId,
  type SettingField,
} from './gateways/gateway-settings.ts'
import { vipExchange } from './vip-exchange.ts'
export type { GatewayManager, GatewayStatus, SetRefusal } from './gateways/gateways.ts'
export type { Gateways, VipNeeds, VipOperator }
