import { useCallback, useEffect, useRef, useState } from 'react'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'

export interface Captcha {
  state: 'loading' | 'failed' | 'ready'
  id: string
  /** A picture as a data address; empty until there is one. */
  picture: string
  /** Asks for another picture; the one before is good for nothing then. */
  renew: () => void
}

type Drawn = Omit<Captcha, 'renew'>

const loading: Drawn = { state: 'loading', id: '', picture: '' }

/** A picture to read, asked for when the form appears. */
export function useCaptcha(): Captcha {
  const script = useScript()
  const [drawn, setDrawn] = useState(loading)
  const asked = useRef(0)
  const ask = useCallback((): void => {
    const turn = ++asked.current
    const settle = (next: Drawn): void => {
      if (turn === asked.current) setDrawn(next)
    }
    callOnce('captcha', {}, script).then(
      ({ captchaId, picPath }) => settle({ state: 'ready', id: captchaId, picture: picPath }),
      () => settle({ ...loading, state: 'failed' }),
    )
  }, [script])
  useEffect(() => ask(), [ask])
  const renew = (): void => {
    setDrawn(loading)
    ask()
  }
  return { ...drawn, renew }
}
