import type { ProofMessage } from './captcha-proof-worker.ts'

export interface ProofRun {
  /** Resolves to the proof; to '' if this browser cannot compute it, and if it was stopped. */
  readonly proof: Promise<string>
  stop(): void
}

/** Computes a proof of work in a worker, so that the page stays responsive. */
export function runCaptchaProof(captchaId: string, onProgress: (donePercent: number) => void): ProofRun {
  let resolve: (proof: string) => void = () => {}
  const proof = new Promise<string>((settle) => {
    resolve = settle
  })
  const worker = new Worker(new URL('./captcha-proof-worker.ts', import.meta.url), { type: 'module' })
  const settle = (result: string): void => {
    worker.terminate()
    resolve(result)
  }
  worker.onmessage = ({ data }: MessageEvent<ProofMessage>) => {
    onProgress(data.donePercent)
    if (data.proof !== null) settle(data.proof)
  }
  worker.onerror = () => settle('')
  worker.postMessage(captchaId)
  return { proof, stop: () => settle('') }
}
