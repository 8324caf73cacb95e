import { useEffect, useRef, useState } from 'react'
import { runCaptchaProof, type ProofRun } from './run-captcha-proof.ts'

export interface CaptchaProof {
  /** Whether the viewer prefers a proof of work to the picture. Stays for the following captchas. */
  isChosen: boolean
  /** 0 to 100. */
  donePercent: number
  /** Whether the last one could not be computed. */
  hasFailed: boolean
  choose: (isChosen: boolean) => void
  /** The proof for the current captcha, as soon as it is computed; '' if it cannot be. */
  answer: () => Promise<string>
}

/** Computes proofs of work for captchas, once the viewer has chosen that. */
export function useCaptchaProof(captchaId: string): CaptchaProof {
  const [isChosen, setChosen] = useState(false)
  const [progress, setProgress] = useState({ captchaId: '', donePercent: 0 })
  const [hasFailed, setFailed] = useState(false)
  const run = useRef<ProofRun | null>(null)
  useEffect(() => {
    if (!isChosen || captchaId === '') return
    let isCurrent = true
    const current = runCaptchaProof(captchaId, (donePercent) => isCurrent && setProgress({ captchaId, donePercent }))
    run.current = current
    void current.proof.then((proof) => {
      if (!isCurrent || proof !== '') return
      setChosen(false)
      setFailed(true)
    })
    return () => {
      isCurrent = false
      run.current = null
      current.stop()
    }
  }, [isChosen, captchaId])
  return {
    isChosen,
    donePercent: progress.captchaId === captchaId ? progress.donePercent : 0,
    hasFailed,
    choose(next) {
      setFailed(false)
      setChosen(next)
    },
    answer: async () => (await run.current?.proof) ?? '',
  }
}
