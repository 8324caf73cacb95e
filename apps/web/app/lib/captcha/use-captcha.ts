import { useCallback, useRef, useState } from 'react'
import { useCaptchaProof, type CaptchaProof } from './use-captcha-proof.ts'

/** Reply of the calls that ask for a captcha: a picture only if one is demanded. */
interface CaptchaReply {
  needed: boolean
  captchaId: string
  picPath: string
}

export interface Captcha {
  /** `none` while no captcha is demanded: then no field is shown. */
  state: 'none' | 'loading' | 'failed' | 'ready'
  id: string
  /** Data URL; empty until loaded. */
  picture: string
  proof: CaptchaProof
  /** Asks whether one is demanded, without showing anything until it is. */
  check: () => void
  /** Asks again after the last one was used or could not be read. */
  renew: () => void
  /** Shows one: the server has refused a call without it. */
  demand: () => void
  /** Removes the field. */
  reset: () => void
  /** The captcha fields of a call: with what was typed, or with the proof once it is computed. */
  fields: (typed: string) => Promise<{ captcha: string; captcha_id: string }>
}

type CaptchaState = Pick<Captcha, 'state' | 'id' | 'picture'>

const none: CaptchaState = { state: 'none', id: '', picture: '' }
const loading: CaptchaState = { ...none, state: 'loading' }

/** @param ask `isDemanded` is true if the server has said that it demands one */
export function useCaptcha(ask: (isDemanded: boolean) => Promise<CaptchaReply>): Captcha {
  const [current, setCurrent] = useState(none)
  const requestCount = useRef(0)
  /** Id of the last captcha that was asked for; '' if there is none. */
  const lastId = useRef(Promise.resolve(''))
  const { state, id } = current
  const proof = useCaptchaProof(id)
  const load = (isDemanded: boolean, failed: CaptchaState): void => {
    const request = ++requestCount.current
    const settle = (next: CaptchaState): void => {
      if (request === requestCount.current) setCurrent(next)
    }
    const reply = ask(isDemanded)
    lastId.current = reply.then(
      ({ captchaId }) => captchaId,
      () => '',
    )
    reply.then(
      ({ needed, captchaId, picPath }) => settle(needed ? { state: 'ready', id: captchaId, picture: picPath } : none),
      () => settle(failed),
    )
  }
  const show = (isDemanded: boolean): void => {
    setCurrent(loading)
    load(isDemanded, { ...none, state: 'failed' })
  }
  // If asking fails, the server refuses the call that needs a captcha.
  const check = (): void => load(false, none)
  return {
    ...current,
    proof,
    check,
    renew: () => (state === 'none' ? check() : show(false)),
    demand: () => show(true),
    reset: useCallback(() => {
      requestCount.current++
      setCurrent(none)
    }, []),
    async fields(typed) {
      if (!proof.isChosen) return { captcha: typed.trim(), captcha_id: id }
      const proofId = await lastId.current
      return { captcha: await proof.answer(proofId), captcha_id: proofId }
    },
  }
}
