import type { FastifyInstance } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import { readCaptcha } from '../apps/server/src/testing/captcha.ts'
import { openFilmStation, type FilmStation } from './film-station.ts'

/** A station whose jobs run, so that codes arrive, and what a person does there with pictures and mail. */
export interface AccountStation extends FilmStation {
  /** Reads every picture that was handed out: what to type for any of them. */
  readPictures(): Promise<string>
  /** The newest code that was sent to an address. */
  codeFor(email: string): Promise<string>
}

export async function openAccountStation(prepare?: (app: FastifyInstance) => void): Promise<AccountStation> {
  const film = await openFilmStation({}, prepare)
  const { pool, secrets, jobs } = film.ground
  await jobs.start()
  return {
    ...film,
    async readPictures() {
      const { rows } = await pool.query<{ id: string }>('select id from captcha')
      const answers = await Promise.all(rows.map(({ id }) => readCaptcha({ pool, tokenKey: secrets.tokenKey }, id)))
      return answers[0]?.captcha ?? ''
    },
    async codeFor(email) {
      for (let tries = 0; tries < 400; tries++) {
        const mail = (await film.station.post.list(100)).find(({ to }) => to === email)
        const code = /：(\d{6})\n/.exec(mail?.text ?? '')?.[1]
        if (code !== undefined) return code
        await setTimeout(50)
      }
      throw new Error(`no code for ${email}`)
    },
  }
}
