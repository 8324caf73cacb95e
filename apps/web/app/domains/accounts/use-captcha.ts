import { useCallback, useEffect, useRef, useState } from 'react'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'

export interface Captcha {
  state: 'loading' | 'failed' | 'ready'
  id: string
  /** Data URL; empty until loaded. */
  picture: string
  /** Loads another captcha; the previous one becomes invalid. */
  renew: () => void
}

type CaptchaState = Omit<Captcha, 'renew'>

const loading: CaptchaState = { state: 'loading', id: '', picture: '' }

/** A captcha, loaded when the form opens. */
export function useCaptcha(): Captcha {
  const script = useScript()
  const [current, setCurrent] = useState(loading)
  const requestCount = useRef(0)
  const load = useCallback((): void => {
    const request = ++requestCount.current
    const settle = (next: CaptchaState): void => {
      if (request === requestCount.current) setCurrent(next)
    }
    callOnce('captcha', {}, script).then(
      ({ captchaId, picPath }) => settle({ state: 'ready', id: captchaId, picture: picPath }),
      () => settle({ ...loading, state: 'failed' }),
    )
  }, [script])
  useEffect(() => load(), [load])
  const renew = (): void => {
    setCurrent(loading)
    load()
  }
  return { ...current, renew }
}
