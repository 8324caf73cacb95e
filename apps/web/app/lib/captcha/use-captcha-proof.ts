import { useCallback, useEffect, useRef, useState } from 'react'
import { runCaptchaProof, type ProofRun } from './run-captcha-proof.ts'

export interface CaptchaProof {
  /** Whether the viewer prefers a proof of work to the picture. Stays for the following captchas. */
  isChosen: boolean
  /** 0 to 100. */
  donePercent: number
  /** Whether the last one could not be computed. */
  hasFailed: boolean
  choose: (isChosen: boolean) => void
  /** The proof for a captcha, as soon as it is computed; '' if it cannot be. */
  answer: (captchaId: string) => Promise<string>
}

/** Computes proofs of work for captchas, once the viewer has chosen that. `captchaId` is '' while there is none. */
export function useCaptchaProof(captchaId: string): CaptchaProof {
  const [isChosen, setChosen] = useState(false)
  const [progress, setProgress] = useState({ captchaId: '', donePercent: 0 })
  const [hasFailed, setFailed] = useState(false)
  const current = useRef<{ captchaId: string; run: ProofRun } | null>(null)
  const runFor = useCallback((id: string): ProofRun => {
    if (current.current?.captchaId === id) return current.current.run
    current.current?.run.stop()
    const isCurrent = (): boolean => current.current?.run === run
    const run = runCaptchaProof(id, (donePercent) => isCurrent() && setProgress({ captchaId: id, donePercent }))
    current.current = { captchaId: id, run }
    void run.proof.then((proof) => {
      if (!isCurrent() || proof !== '') return
      setChosen(false)
      setFailed(true)
    })
    return run
  }, [])
  useEffect(() => {
    if (!isChosen || captchaId === '') return
    runFor(captchaId)
    return () => {
      if (current.current?.captchaId !== captchaId) return
      const { run } = current.current
      current.current = null
      run.stop()
    }
  }, [isChosen, captchaId, runFor])
  return {
    isChosen,
    donePercent: progress.captchaId === captchaId ? progress.donePercent : 0,
    hasFailed,
    choose(next) {
      setFailed(false)
      setChosen(next)
    },
    // The form may be sent before the captcha has been rendered: then the computation starts here.
    answer: async (id) => (id === '' ? '' : runFor(id).proof),
  }
}
