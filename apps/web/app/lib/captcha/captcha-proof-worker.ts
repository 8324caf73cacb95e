import { captchaProof, computeProof } from '@yunmu/contract/captcha-proof'

/** A message of the worker: how far it is, and at the end the proof. */
export type ProofMessage = { donePercent: number; proof: string | null }

const post = (message: ProofMessage): void => self.postMessage(message)

self.onmessage = ({ data: captchaId }: MessageEvent<string>): void => {
  const work = computeProof(captchaId)
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return post({ donePercent: 100, proof: step.value })
    post({ donePercent: Math.floor((step.value * 100) / captchaProof.parts), proof: null })
  }
}
