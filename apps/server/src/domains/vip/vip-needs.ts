import type { VipBenefits } from '@yunmu/contract'
import type { Transaction } from 'kysely'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { EventKind } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PersonalNotice } from './notices/notice-texts.ts'
import type { Gateways } from './gateways/gateway.ts'
import type { InvalidNotifies } from './invalid-notifies.ts'
import type { Membership } from './ledger/ledger-rules.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { OrderStore } from './orders/order-store.ts'
import type { Settlement } from './orders/settle.ts'
import type { PlanStore } from './plans/plan-store.ts'
import type { TransferStore } from './gateways/transfer-store.ts'
import type { Vouchers } from './vouchers/vouchers.ts'

/** What the operator has set about selling. */
export interface SellingSettings {
  /** Nothing is sold, whatever is configured. */
  isOff: boolean
  /** Shown beside prices, or empty. */
  taxNote: string
  /** Days in which unused time is refunded on request; 0 is never. */
  coolingOffDays: number
  /** Whether receipts are mailed. */
  mailsReceipts: boolean
  siteName: string
  /** Where the operator is written to, or empty. */
  operatorEmail: string
}

/** What this domain needs from outside. */
export interface VipNeeds {
  /** The columns of users' memberships, which only the ledger changes. */
  memberships: {
    /**
     * Locks the user until the transaction ends. What the columns hold, and whether the account has an e-mail address;
     * null if there is no such user.
     */
    lockIn(tx: Transaction<unknown>, userId: number): Promise<(Membership & { hasMail: boolean }) | null>
    /** Changes the columns of a user whom the transaction has locked, from what they hold. Returns what they hold then. */
    applyIn(
      tx: Transaction<unknown>,
      userId: number,
      change: { present: Membership; membership: Membership },
    ): Promise<Membership>
    announce(userId: number): void
    of(userIds: readonly number[]): Promise<ReadonlyMap<number, Membership>>
    endedBetween(fromSec: number, toSec: number): Promise<number[]>
  }
  /** Ids of those who operate the station. */
  operators(): Promise<number[]>
  /** Stores a message for each of these users; one of an origin is sent once. */
  notifyIn(tx: OpenTransaction, userIds: readonly number[], notice: PersonalNotice & { origin: string }): Promise<void>
  /** Null without one. */
  emailOf(userId: number): Promise<string | null>
  /** Sends a mail with the commit of a transaction. */
  mailIn(tx: Transaction<unknown>, mail: { to: string; subject: string; text: string }): Promise<void>
  /** What VIPs get, as the station is set. */
  benefits(): Promise<VipBenefits>
  settings(): Promise<SellingSettings>
  /** The terms of memberships. */
  terms: {
    /** The version in force. */
    label(): Promise<string>
    /** The same, if a person agrees to it or has agreed before; otherwise null. */
    acceptIn(tx: Transaction<unknown>, userId: number, agreed: string | undefined): Promise<string | null>
  }
  /** Events after which settings and benefits may differ. */
  settingsChanged: readonly EventKind[]
}

/** Dependencies of this domain's calls. */
export interface VipParts extends VipNeeds, Pick<Platform, 'db' | 'clock' | 'events' | 'jobs' | 'log'> {
  /** The station's scheme and host, or empty for those of the request. */
  siteUrl: string
  ledger: Ledger
  plans: PlanStore
  orders: OrderStore
  vouchers: Vouchers
  transfers: TransferStore
  gateways: Gateways
  settlement: Settlement
  invalidNotifies: InvalidNotifies
}
