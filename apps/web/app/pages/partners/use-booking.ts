import {
  cooperationProblems,
  type CooperationFields,
  type CooperationProblem,
} from '@yunmu/contract/cooperation-bounds'
import type { CooperationBudget } from '@yunmu/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useCaptcha, type Captcha } from '../../lib/captcha/use-captcha.ts'
import { useScript } from '../../lib/site/preferences.tsx'

export interface BookingValues extends CooperationFields {
  budget: CooperationBudget
  captcha: string
}

/** A request that was accepted. */
export interface Booked extends BookingValues {
  no: string
  products: readonly number[]
}

export interface Booking {
  form: UseFormReturn<BookingValues>
  products: readonly number[]
  toggleProduct: (id: number) => void
  captcha: Captcha
  /** Whether it could not be sent. */
  hasFailed: boolean
  submit: () => void
  booked: Booked | null
}

const empty: BookingValues = {
  company: '',
  contact: '',
  phone: '',
  email: '',
  fromDay: '',
  toDay: '',
  message: '',
  budget: 'open',
  captcha: '',
}

/** State of the booking form. Nothing is emptied until the server has accepted it. */
export function useBooking(first: number | null, problemTexts: Record<CooperationProblem, string>): Booking {
  const script = useScript()
  const [products, setProducts] = useState<readonly number[]>(first === null ? [] : [first])
  const [hasFailed, setFailed] = useState(false)
  const [booked, setBooked] = useState<Booked | null>(null)
  const captcha = useCaptcha(() => callOnce('cooperateCaptcha', {}, script))
  const check = useEffectEvent(captcha.check)
  useEffect(() => check(), [])
  const form = useForm<BookingValues>({
    mode: 'onTouched',
    defaultValues: empty,
    resolver: (values) => {
      const problems = Object.entries(cooperationProblems(values))
      const errors = problems.map(([name, problem]) => [name, { type: 'problem', message: problemTexts[problem] }])
      return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) }
    },
  })
  const handleRefusal = (err: RefusedError): void => {
    if (err.refusal === 'CaptchaNeeded') captcha.demand()
    else if (captcha.state !== 'none') captcha.renew()
    if (err.refusal === 'CaptchaByPicture') captcha.proof.choose(false)
    form.setValue('captcha', '')
    form.setError(err.refusal.startsWith('Captcha') ? 'captcha' : 'root', { message: err.message })
  }
  const send = async (values: BookingValues): Promise<void> => {
    setFailed(false)
    const { captcha: typed, ...fields } = values
    try {
      const solved = captcha.state === 'none' ? {} : await captcha.fields(typed)
      const { no } = await callOnce('commonCooperate', { ...fields, products: [...products], ...solved }, script)
      setBooked({ ...values, no, products })
    } catch (err) {
      if (err instanceof RefusedError) handleRefusal(err)
      else if (err instanceof UnreachableError) setFailed(true)
      else throw err
    }
  }
  return {
    form,
    products,
    toggleProduct: (id) =>
      setProducts(products.includes(id) ? products.filter((one) => one !== id) : [...products, id]),
    captcha,
    hasFailed,
    submit: () => void form.handleSubmit(send)(),
    booked,
  }
}
