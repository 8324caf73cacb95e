import type { playerTexts } from '../../player-texts.ts'

const two = (value: number): string => String(value).padStart(2, '0')

function partsOf(sec: number): [hours: number, minutes: number, seconds: number] {
  const whole = Number.isFinite(sec) ? Math.max(0, Math.floor(sec)) : 0
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
}

/** `23:41`; from one hour on `1:02:03`. */
export function clockText(sec: number): string {
  const [hours, minutes, seconds] = partsOf(sec)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`
}

/** The same for screen readers: `23 分 41 秒`. */
export function spokenTime(sec: number, texts: (typeof playerTexts)['s']): string {
  const [hours, minutes, seconds] = partsOf(sec)
  return hours > 0 ? texts.spokenHours(hours, minutes, seconds) : texts.spokenMinutes(minutes, seconds)
}
