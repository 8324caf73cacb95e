import { addressOf, queryOf, splitToken } from '@yunmu/contract/wire'
import type { Call, SendOf } from '@yunmu/contract'
import type { Notification, TestBank } from '@yunmu/test-bank'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Station } from '../../../station.ts'
import type { SequenceGateway } from './steps.fixture.ts'

/** The station that sequences run against. Its clock is moved by them. */
export interface SequenceStation {
  station: Station
  app: FastifyInstance
  pool: pg.Pool
  clock: { nowMs(): number; set(nowMs: number): void }
  jobs: { start(): Promise<void>; stop(): Promise<void> }
}

/** What sequences of one gateway work with. */
export interface SequenceParts extends SequenceStation {
  gateway: SequenceGateway
  bank: TestBank
  planId: number
  /** Id of the payment method. */
  type: number
}

/** Notifications of an order, by their places in the bank's list. */
interface Queue {
  known: number
  pending: number[]
  delivered: number[]
}

/** Somebody who buys, and what the world outside the station knows of it. */
export interface Account {
  userId: number
  token: string
  address: string
  keys: number
  /** Orders whose page the payer has seen. */
  orders: string[]
  /** Orders that exist at the bank: some begin only when their page is opened. */
  opened: Set<string>
  queues: Map<string, Queue>
  /** What the merchant paid back by hand at the bank, by number of the payment. */
  byHand: Map<string, number[]>
  /** Orders whose money arrived by a transfer. */
  transferred: Set<string>
  /** Orders that the operator refunded by hand. */
  refunded: Set<string>
  /** How often the operator tried to refund a part of an order. */
  partTries: Map<string, number>
  log: string[]
  faults: string[]
}

/** Adds users who are signed in, each at an address of its own. */
export async function addAccounts({ pool, station, clock }: SequenceStation, count: number): Promise<Account[]> {
  const nowSec = Math.floor(clock.nowMs() / 1000)
  const names = Array.from({ length: count }, () => `s${randomUUID().replaceAll('-', '')}`)
  const { rows } = await pool.query<{ userId: number; sessionId: string }>(
    `with made as (
      insert into app_user (name, name_key, nickname, group_id, user_end_time, created_at)
      select name, name, 'payer', 2, 0, $2::bigint from unnest($1::text[]) as name returning id)
    insert into user_session (id, user_id, created_at, expires_at)
      select gen_random_uuid(), id, $2::bigint, $2::bigint + 864000 from made returning user_id as "userId", id as "sessionId"`,
    [names, nowSec],
  )
  return Promise.all(
    rows.map(async ({ userId, sessionId }) => ({
      userId,
      token: await station.tokens.issue({ userId, sessionId, nowSec, lifetimeSec: 864_000 }),
      address: `100.${64 + ((userId >> 16) & 63)}.${(userId >> 8) & 255}.${userId & 255}`,
      keys: 0,
      orders: [],
      opened: new Set<string>(),
      queues: new Map<string, Queue>(),
      byHand: new Map<string, number[]>(),
      transferred: new Set<string>(),
      refunded: new Set<string>(),
      partTries: new Map<string, number>(),
      log: [],
      faults: [],
    })),
  )
}

/** Makes a POST call as the account; returns the status of the reply. */
export async function post<C extends Call>(
  { app }: SequenceStation,
  { token, address }: Account,
  call: C,
  send: SendOf<C>,
): Promise<number> {
  const { path, rest } = addressOf(call, send)
  const url = `${path}?${queryOf({ ...splitToken(token) })}`
  return (await app.inject({ method: 'POST', url, payload: rest, remoteAddress: address })).statusCode
}

/** Sends a notification as the bank does; returns whether it was taken, as its protocol says it. */
export async function notify(
  { app, gateway }: SequenceParts,
  { address }: Account,
  { method, url, headers, body }: Notification,
): Promise<boolean> {
  const { pathname, search } = new URL(url)
  const payload = method === 'POST' ? { payload: body } : {}
  const reply = await app.inject({
    method,
    url: `${pathname}${search}`,
    headers: { ...headers },
    remoteAddress: address,
    ...payload,
  })
  const isText = gateway === 'epay' || gateway === 'alipay'
  return reply.statusCode < 300 && (!isText || reply.body === 'success')
}

/** The notifications of an order, those that came meanwhile as well. */
export function queueOf({ bank: { control } }: SequenceParts, { queues }: Account, no: string): Queue {
  const queue = queues.get(no) ?? { known: 0, pending: [], delivered: [] }
  queues.set(no, queue)
  const fresh = control.notifications(no, queue.known).length
  for (let at = 0; at < fresh; at++) queue.pending.push(queue.known++)
  return queue
}
