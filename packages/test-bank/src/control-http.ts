import { createHash, timingSafeEqual } from 'node:crypto'
import type { Control } from './control.ts'
import { json, refused, type BankReply, type BankRequest } from './protocol.ts'

const base = '/bank/control/'

/** Commands over HTTP, for programs: `POST /bank/control/pay?no=…` with the token. Null for another address. */
export function answerControl(control: Control, token: string, request: BankRequest): BankReply | null {
  if (!request.path.startsWith(base)) return null
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const isAllowed = timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${token}`))
  if (request.method !== 'POST' || !isAllowed) return { status: 401, headers: {}, body: '' }
  const name = request.path.slice(base.length)
  const no = request.query.get('no') ?? ''
  const number = (field: string): number | undefined => {
    const text = request.query.get(field) ?? ''
    return /^\d{1,11}$/.test(text) ? Number(text) : undefined
  }
  const commands: Readonly<Partial<Record<string, () => unknown>>> = {
    list: control.list,
    pay: () => control.pay(no, number('minor')),
    'pay-again': () => control.payAgain(no),
    close: () => control.close(no),
    refund: () => control.refund(no, number('minor')),
    'charge-back': () => control.chargeBack(no),
    'win-charge-back': () => control.winChargeBack(no),
    hold: control.hold,
    release: () => control.release(request.query.get('order') === 'reversed' ? 'reversed' : 'given'),
    lose: () => control.lose(number('count') ?? 1),
    delay: () => control.delay(number('ms') ?? 0),
    repeat: () => control.repeat(no, number('times')),
    tamper: () => control.tamper(no),
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return command === undefined ? refused('no such command') : json(200, { result: command() ?? true })
}
