import type { BankEvent, Protocol } from './payment.ts'
import type { BankProtocol, Notification } from './protocol.ts'

/** A notification on its way. */
export interface Delivery {
  protocol: Protocol
  no: string
  event: BankEvent
  attempts: number
  state: 'held' | 'waiting' | 'taken' | 'lost' | 'given_up'
}

export type ReleaseOrder = 'given' | 'reversed'

/** Sends notifications, again and again until they are taken, as each protocol does it. */
export interface Deliveries {
  readonly all: readonly Delivery[]
  send(event: BankEvent | null): void
  /** Keeps what comes from now on, until it is released. */
  hold(): void
  release(order: ReleaseOrder): void
  /** The next notifications do not arrive, and are not repeated. */
  lose(count: number): void
  /** Waits before each first attempt. */
  delay(ms: number): void
  /** Repeats the notifications of an order, signed again. */
  repeat(no: string, times: number): void
  /** Sends a notification of an order once, changed after it was signed. */
  tamper(no: string): void
  /** Ends when nothing waits any more. */
  settled(): Promise<void>
  close(): void
}

/** Older ones are not listed any more. */
const maxListed = 5000
/** A merchant must answer within this time. */
const answerMs = 5000

/** @param timeScale of the pauses between attempts; 1 is the protocol's own */
export function createDeliveries(
  protocolOf: (protocol: Protocol) => BankProtocol,
  withUrl: (event: BankEvent, notification: Notification) => Notification,
  timeScale: number,
): Deliveries {
  const all: Delivery[] = []
  const { later, settled, close } = createWork()
  const faults = { isHeld: false, lose: 0, delayMs: 0 }
  const notificationOf = (event: BankEvent): Notification | null => {
    const notification = protocolOf(event.payment.protocol).notificationOf(event)
    return notification && withUrl(event, notification)
  }
  const attempt = async (delivery: Delivery): Promise<void> => {
    const protocol = protocolOf(delivery.protocol)
    const notification = notificationOf(delivery.event)
    delivery.attempts++
    if (notification === null || (await post(notification, protocol))) {
      delivery.state = 'taken'
      return
    }
    const pauseSec = protocol.retriesSec[delivery.attempts - 1]
    if (pauseSec === undefined) delivery.state = 'given_up'
    else later(pauseSec * 1000 * timeScale, () => attempt(delivery))
  }
  const start = (delivery: Delivery): void => {
    delivery.state = 'waiting'
    later(faults.delayMs, () => attempt(delivery))
  }
  const send = (event: BankEvent | null): void => {
    if (event === null || !notificationOf(event)?.url) return
    const { protocol, no } = event.payment
    const delivery: Delivery = { protocol, no, event, attempts: 0, state: 'held' }
    all.push(delivery)
    if (all.length > maxListed) all.shift()
    if (faults.lose > 0) {
      faults.lose--
      delivery.state = 'lost'
    } else if (!faults.isHeld) start(delivery)
  }
  return {
    all,
    send,
    hold: () => void (faults.isHeld = true),
    release(order) {
      faults.isHeld = false
      const held = all.filter(({ state }) => state === 'held')
      for (const delivery of order === 'reversed' ? held.toReversed() : held) start(delivery)
    },
    lose: (count) => void (faults.lose = count),
    delay: (ms) => void (faults.delayMs = ms),
    repeat(no, times) {
      const sent = all.filter((delivery) => delivery.no === no).map(({ event }) => event)
      for (let time = 0; time < times; time++) for (const event of sent) send(event)
    },
    tamper(no) {
      for (const { event, protocol } of all.filter((delivery) => delivery.no === no)) {
        const notification = notificationOf(event)
        const speaks = protocolOf(protocol)
        if (notification) later(0, async () => void (await post(speaks.tamper(notification), speaks)))
      }
    },
    settled,
    close,
  }
}

/** What runs later, and when nothing does any more. */
function createWork() {
  const timers = new Set<NodeJS.Timeout>()
  const work = new Set<Promise<void>>()
  const idle: (() => void)[] = []
  let isClosed = false
  const wakeIdle = (): void => {
    if (timers.size > 0 || work.size > 0) return
    for (const resolve of idle.splice(0)) resolve()
  }
  return {
    later(ms: number, run: () => Promise<void>): void {
      if (isClosed) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        const running = run().finally(() => {
          work.delete(running)
          wakeIdle()
        })
        work.add(running)
      }, ms)
      timers.add(timer)
    },
    settled: (): Promise<void> =>
      new Promise((resolve) => {
        idle.push(resolve)
        wakeIdle()
      }),
    close(): void {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      wakeIdle()
    },
  }
}

/** Whether the merchant took it. */
async function post({ method, url, headers, body }: Notification, protocol: BankProtocol): Promise<boolean> {
  try {
    const reply = await fetch(url, {
      method,
      headers: { ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
      ...(method === 'POST' ? { body } : {}),
    })
    return protocol.isTaken(reply.status, await reply.text())
  } catch {
    // Not reached, or too late: it is sent again.
    return false
  }
}
