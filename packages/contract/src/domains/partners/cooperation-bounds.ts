/** Bounds of the fields of a cooperation request, characters. */
export const cooperationBounds = { company: 60, contact: 30, phone: 30, email: 254, message: 500 } as const

/** `open` is not decided. */
export const cooperationBudgets = ['open', 'to1', 'to5', 'to20', 'over20'] as const
export type CooperationBudget = (typeof cooperationBudgets)[number]

/** The fields that a person fills in. */
export interface CooperationFields {
  company: string
  contact: string
  phone: string
  email: string
  fromDay: string
  toDay: string
  message: string
}

/** What is wrong with a field. */
export type CooperationProblem =
  | 'companyMissing'
  | 'contactMissing'
  | 'wayMissing'
  | 'phoneInvalid'
  | 'phoneShort'
  | 'emailInvalid'
  | 'daysInvalid'
  | 'messageLong'
  | 'signsInvalid'

/** They would forge lines of the operator's mail and control a terminal. */
const controls = /[\p{Cc}\u2028\u2029]/u
const controlsButLines = /[^\P{Cc}\t\n]/u

const digitsOf = (phone: string): string => phone.replace(/[\s()（）-]/g, '').replace(/^(?:\+|00)86(?=1)/, '')

/** Mobile numbers of the mainland have 11 digits; others 6 to 15 (E.164), with an extension. */
function phoneProblem(phone: string): CooperationProblem | null {
  const digits = digitsOf(phone)
  if (/^1[3-9]\d+$/.test(digits) && digits.length < 11) return 'phoneShort'
  if (/^1[3-9]\d{10,}$/.test(digits)) return 'phoneInvalid'
  return /^\+?\d{6,15}(?:转\d{1,6})?$/.test(digits) ? null : 'phoneInvalid'
}

const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true

/** The problems of the fields that have one. The same rules on both sides. */
export function cooperationProblems(
  fields: CooperationFields,
): Partial<Record<keyof CooperationFields, CooperationProblem>> {
  const [company, contact, phone, email] = [fields.company, fields.contact, fields.phone, fields.email].map((text) =>
    text.trim(),
  )
  const { fromDay, toDay, message } = fields
  const areDays = (fromDay === '' || isDay(fromDay)) && (toDay === '' || isDay(toDay))
  const problems: Partial<Record<keyof CooperationFields, CooperationProblem | null>> = {
    company: company === '' ? 'companyMissing' : null,
    contact: contact === '' ? 'contactMissing' : null,
    phone: phone === '' ? (email === '' ? 'wayMissing' : null) : phoneProblem(phone ?? ''),
    email: email === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(email ?? '') ? null : 'emailInvalid',
    toDay: !areDays || (fromDay !== '' && toDay !== '' && toDay < fromDay) ? 'daysInvalid' : null,
    message: message.length > cooperationBounds.message ? 'messageLong' : null,
  }
  for (const name of ['company', 'contact', 'phone', 'email'] as const)
    if (controls.test(fields[name].trim())) problems[name] = 'signsInvalid'
  if (controlsButLines.test(message)) problems.message = 'signsInvalid'
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null))
}
