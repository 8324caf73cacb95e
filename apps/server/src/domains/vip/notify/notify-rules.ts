import { OrderNo } from '@yunmu/contract'
import type { FastifyRequest } from 'fastify'
import type { RawNotify } from '../gateways/gateway.ts'

/** Headers of notifications that are verified and stored; all others, cookies among them, are dropped. */
const keptHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'user-agent',
  'stripe-signature',
  'wechatpay-timestamp',
  'wechatpay-nonce',
  'wechatpay-signature',
  'wechatpay-serial',
  'wechatpay-signature-type',
  'request-id',
])

/** A notification as it arrived. */
export function rawNotify({
  method,
  url,
  headers,
  body,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body'>): RawNotify {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && keptHeaders.has(name) ? [[name, value] as const] : [],
  )
  const at = url.indexOf('?')
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    query: at === -1 ? '' : url.slice(at + 1),
    headers: Object.fromEntries(kept),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  }
}

/** The number of the order that a payer returns from; null if the address names none. */
export function orderNoIn(url: string): string | null {
  const at = url.indexOf('?')
  const no = new URLSearchParams(at === -1 ? '' : url.slice(at + 1)).get('no') ?? ''
  return OrderNo.safeParse(no).success ? no : null
}

/** What is stored of a notification: its query, or its body. */
export const storedBytes = ({ query, body }: RawNotify): Buffer => (body.length > 0 ? body : Buffer.from(query))
