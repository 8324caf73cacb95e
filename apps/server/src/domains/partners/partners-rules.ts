import { chinaDay } from '@yunmu/contract/china-time'
import type { CooperationBudget, PartnerProduct } from '@yunmu/contract'
import type { Cooperation } from './cooperation-store.ts'

/** A product as entered by the operator. */
export type ProductInput = Omit<PartnerProduct, 'id'>

/** Why a product is invalid. */
export type ProductRefusal = 'NameInvalid' | 'LineInvalid' | 'FactsInvalid' | 'IntroTooLong'

const isShort = (text: string, max: number): boolean => text.trim() !== '' && text.length <= max

/** Null if the product can be shown. */
export function productRefusal({ name, line, facts, intro }: ProductInput): ProductRefusal | null {
  if (!isShort(name, 12)) return 'NameInvalid'
  if (!isShort(line, 60)) return 'LineInvalid'
  if (facts.length > 4 || facts.some((fact) => !isShort(fact.name, 6) || !isShort(fact.value, 40)))
    return 'FactsInvalid'
  return intro.length > 2000 ? 'IntroTooLong' : null
}

/** Requests of one sender in an hour after which the next needs a captcha. */
export const freeRequests = 2
export const burstSec = 3600

/** Numbers of a day. */
export const maxNumbers = 100_000

/** A number that is easy to read out: `HZ`, year, month and day in China, five digits. */
export const cooperationNo = (nowSec: number, digits: number): string =>
  `HZ${chinaDay(nowSec).slice(2).replaceAll('-', '')}${String(digits).padStart(5, '0')}`

const budgetNames: Record<CooperationBudget, string> = {
  open: '未定',
  to1: '1 万元以内',
  to5: '1 万至 5 万元',
  to20: '5 万至 20 万元',
  over20: '20 万元以上',
}

/** The fields of a request with their names, without empty ones. */
export function cooperationLines(request: Cooperation): string[] {
  const days = [request.fromDay, request.toDay].filter((day) => day !== '').join(' 至 ')
  const fields: [string, string][] = [
    ['预约号', request.no],
    ['位置', request.products.join('、')],
    ['公司或品牌', request.company],
    ['称呼', request.contact],
    ['电话', request.phone],
    ['邮箱', request.email],
    ['时间', days],
    ['预算', budgetNames[request.budget]],
    ['留言', request.message],
  ]
  return fields.flatMap(([name, value]) => (value === '' ? [] : [`${name}：${value}`]))
}

/** The mail to the operator. */
export const cooperationMail = (to: string, request: Cooperation): { to: string; subject: string; text: string } => ({
  to,
  subject: `【广告合作】${request.no} ${request.company}`,
  text: cooperationLines(request).join('\n'),
})
