import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { makeAccounts, settingsOf } from './accounts.ts'
import { createAlipayProtocol } from './alipay-protocol.ts'
import { answerControl } from './control-http.ts'
import { createControl, type Control } from './control.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { createEpayProtocol } from './epay-protocol.ts'
import { payPage } from './page.ts'
import { openBooks, protocols, type BankEvent, type Books, type Payment, type Protocol } from './payment.ts'
import type { BankParts, BankProtocol, BankReply, BankRequest, Notification } from './protocol.ts'
import { createStripeProtocol } from './stripe-protocol.ts'
import { createWechatProtocol } from './wechat-protocol.ts'

export type { Control, ListedDelivery, ListedPayment } from './control.ts'
export type { Notification } from './protocol.ts'
export { protocols, type Protocol } from './payment.ts'

export interface TestBankOptions {
  /** 0, the default, is any free one. */
  port?: number
  /** Base of the addresses of pages on which payers pay, if they are reached another way. */
  publicUrl?: string
  /** Where Stripe's events go: merchants enter it at Stripe. */
  stripeNotifyUrl?: string
  /** Where the merchant is reached, if not at the address that it names; it names none for Stripe. */
  notifyUrlOf?: (payment: Pick<Payment, 'protocol' | 'returnUrl'>, named: string) => string
  /** Of the pauses between attempts of notifications; 1 is the protocols' own. */
  timeScale?: number
  nowMs?: () => number
}

/** A bank whose payments are invented. */
export interface TestBank {
  url: string
  /** `host:port` for the station's `EGRESS_ALLOW`. */
  destination: string
  /** The settings of the station's gateways, by the names that the station gives them. */
  settings: Record<Protocol, Record<string, string>>
  /** For commands over HTTP. */
  controlToken: string
  control: Control
  setStripeNotifyUrl(url: string): void
  close(): Promise<void>
}

const maxBodyBytes = 256 * 1024

/** Opens a bank that listens on this machine only. Its keys are new, and end with it. */
export async function openTestBank(options: TestBankOptions = {}): Promise<TestBank> {
  const { port = 0, timeScale = 1, nowMs = Date.now } = options
  const books = openBooks(nowMs)
  const accounts = await makeAccounts()
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(server)}`
  const pageBase = options.publicUrl ?? url
  let stripeNotifyUrl = options.stripeNotifyUrl ?? ''
  const { notifyUrlOf = (_payment: unknown, named: string) => named } = options
  const withUrl = ({ payment }: BankEvent, notification: Notification): Notification => {
    const named = payment.protocol === 'stripe' ? stripeNotifyUrl : notification.url
    return { ...notification, url: notifyUrlOf(payment, named) }
  }
  const deliveries: Deliveries = createDeliveries((protocol) => spoken[protocol], withUrl, timeScale)
  const parts: BankParts = {
    accounts,
    books,
    nowMs,
    url: () => url,
    pageOf: (token) => `${pageBase}/bank/pay/${token}`,
    tell: deliveries.send,
  }
  const spoken: Record<Protocol, BankProtocol> = {
    epay: createEpayProtocol(parts),
    alipay: createAlipayProtocol(parts),
    wechat: createWechatProtocol(parts),
    stripe: createStripeProtocol(parts),
  }
  const control = createControl(books, deliveries, (no, skipped = 0) =>
    deliveries.all
      .filter((delivery) => delivery.no === no)
      .slice(skipped)
      .flatMap(({ event, protocol }) => {
        const notification = spoken[protocol].notificationOf(event)
        return notification ? [withUrl(event, notification)] : []
      }),
  )
  const controlToken = randomBytes(24).toString('base64url')
  const answer = (request: BankRequest): BankReply =>
    answerControl(control, controlToken, request) ??
    answerPage(books, deliveries, nowMs, request) ??
    protocols.map((name) => spoken[name].answer(request)).find((reply) => reply !== null) ??
    notFound
  server.on('request', (request, response) => void respond(request, response, answer))
  return {
    url,
    destination: new URL(url).host,
    settings: settingsOf(accounts, url, new URL(pageBase).host),
    controlToken,
    control,
    setStripeNotifyUrl: (address) => void (stripeNotifyUrl = address),
    async close() {
      deliveries.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const notFound: BankReply = { status: 404, headers: {}, body: '' }

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const htmlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** The page of an order: shown, or paid by pressing its button. */
function answerPage(
  books: Books,
  deliveries: Deliveries,
  nowMs: () => number,
  { method, path }: BankRequest,
): BankReply | null {
  const [, token] = /^\/bank\/pay\/([0-9a-f]{32})$/.exec(path) ?? []
  if (token === undefined) return null
  const payment = books.ofToken(token)
  const event = method === 'POST' && payment ? books.pay(payment) : null
  deliveries.send(event)
  if (event !== null && /^https?:/.test(event.payment.returnUrl))
    return { status: 303, headers: { location: event.payment.returnUrl }, body: '' }
  const isOpen = payment?.state === 'open' && nowMs() <= payment.expiresMs
  return { status: payment ? 200 : 404, headers: htmlHeaders, body: payPage(payment, isOpen) }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: BankRequest) => BankReply,
): Promise<void> {
  try {
    const read = await readRequest(request)
    const { status, headers, body } = read === null ? { status: 413, headers: {}, body: '' } : answer(read)
    response.writeHead(status, { ...headers }).end(body)
  } catch {
    // A request that the protocol does not know.
    response.writeHead(400).end()
  }
}

async function readRequest(request: IncomingMessage): Promise<BankRequest | null> {
  const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://bank')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > maxBodyBytes) return null
    chunks.push(piece)
  }
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')])
  return {
    method: request.method ?? '',
    path: pathname,
    search,
    query: searchParams,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}
