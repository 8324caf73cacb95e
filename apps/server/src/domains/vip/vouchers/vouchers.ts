import type { Kysely, Transaction } from 'kysely'
import { nowSec, type Clock } from '../../../platform/process/clock.ts'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import { isEndless } from '../ledger/ledger-rules.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { daySec } from '../orders/order-rules.ts'
import type { VipNeeds } from '../vip-needs.ts'
import type { VipTables } from '../vip-tables.ts'
import { afterFailure, lockedForSec, parseCode, refusalOf, type VoucherUse } from './voucher-rules.ts'
import { createVoucherStore, type FoundVoucher } from './voucher-store.ts'

/** Discount and redeem codes. Whoever types wrong ones is locked for a while, so that nobody finds one by trying. */
export interface Vouchers {
  /** A code that the user may use. Refuses with one of `voucherRefusals`. */
  find(typed: string, userId: number, use: VoucherUse): Promise<FoundVoucher>
  /**
   * Uses a found code, for an order or for its days. Refuses if somebody else was first, or if the user has used too many
   * meanwhile: the caller has locked the user, so that two codes at once do not exceed the limit.
   */
  takeIn(
    tx: Transaction<unknown>,
    code: string,
    by: { userId: number; orderNo: string | null; use: VoucherUse },
  ): Promise<FoundVoucher>
  /** Uses a code of an order again that was given back when the order ended. False if another order has it. */
  retakeIn(tx: Transaction<unknown>, code: string, by: { userId: number; orderNo: string }): Promise<boolean>
  releaseIn(tx: Transaction<unknown>, orderNo: string): Promise<void>
  /** Uses a code that gives days. */
  redeem(typed: string, userId: number): Promise<{ days: number; userEndTime: number }>
}

interface VouchersNeeds {
  db: Kysely<unknown>
  clock: Clock
  ledger: Ledger
  memberships: Pick<VipNeeds['memberships'], 'lockIn'>
}

export function createVouchers({ db, clock, ledger, memberships }: VouchersNeeds): Vouchers {
  const store = createVoucherStore(db.withTables<VipTables>())
  const storeIn = (tx: Transaction<unknown>) => createVoucherStore(tx.withTables<VipTables>())

  /** Several at once may count as one; the lock only has to make trying hopeless. */
  const failed = async (userId: number): Promise<never> => {
    await store.saveFailures(userId, afterFailure(await store.failuresOf(userId), nowSec(clock)))
    throw new RefusalError('VoucherUnknown')
  }
  const find: Vouchers['find'] = async (typed, userId, use) => {
    const waitSec = lockedForSec(await store.failuresOf(userId), nowSec(clock))
    if (waitSec > 0)
      throw new RefusalError('VoucherLocked', { retryAfterSec: waitSec, detail: { retryAfterSec: waitSec } })
    const code = parseCode(typed)
    const found = code === null ? null : await store.find(code, userId)
    if (!found) return failed(userId)
    const refusal = refusalOf(found, use, nowSec(clock))
    if (refusal !== null) throw new RefusalError(refusal)
    return found
  }
  const takeIn: Vouchers['takeIn'] = async (tx, code, { userId, orderNo, use }) => {
    const at = nowSec(clock)
    const found = await storeIn(tx).find(code, userId)
    const refusal = found && refusalOf(found, use, at)
    if (refusal !== null) throw new RefusalError(refusal)
    if (!found || !(await storeIn(tx).take(code, { userId, orderNo, nowSec: at })))
      throw new RefusalError('VoucherUsed')
    return found
  }
  return {
    find,
    takeIn,
    async retakeIn(tx, code, by) {
      const inTx = storeIn(tx)
      return (await inTx.isOf(code, by.orderNo)) || inTx.take(code, { ...by, nowSec: nowSec(clock) })
    },
    releaseIn: (tx, orderNo) => storeIn(tx).release(orderNo),
    async redeem(typed, userId) {
      const { code } = await find(typed, userId, { kind: 'days' })
      const redeemed = await db.transaction().execute(async (tx) => {
        await memberships.lockIn(tx, userId)
        const { days } = await takeIn(tx, code, { userId, orderNo: null, use: { kind: 'days' } })
        const entry = { userId, kind: 'redeem' as const, ref: code, seconds: days * daySec, actor: 'user', note: '' }
        const change = await ledger.addIn(tx, entry)
        if (change && isEndless(change.before)) throw new RefusalError('EndlessAlready')
        return { days, userEndTime: change?.after.userEndTime ?? 0 }
      })
      ledger.announce(userId)
      return redeemed
    },
  }
}
