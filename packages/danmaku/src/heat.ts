/** Widths of the box filters, in samples: three in sequence approximate a Gaussian. */
const smoothing = [3, 3, 3]

/**
 * Density curve: `samples` smoothed values over the whole duration with a maximum of 1. Empty if there are no danmaku.
 *
 * @param counts number of danmaku in equal time steps
 */
export function heatOf(counts: readonly number[], samples = 100): number[] {
  const valid = counts.map((count) => (Number.isFinite(count) && count > 0 ? count : 0))
  if (samples < 1 || valid.every((count) => count === 0)) return []
  const smooth = smoothing.reduce<number[]>(boxBlur, resample(valid, Math.floor(samples)))
  const max = Math.max(...smooth)
  return smooth.map((value) => value / max)
}

/** Area-weighted resampling: the total is preserved. */
function resample(counts: readonly number[], samples: number): number[] {
  const width = counts.length / samples
  return Array.from({ length: samples }, (_, at) => {
    const [from, to] = [at * width, (at + 1) * width]
    let sum = 0
    for (let step = Math.floor(from); step < Math.min(Math.ceil(to), counts.length); step++)
      sum += (counts[step] ?? 0) * (Math.min(step + 1, to) - Math.max(step, from))
    return sum
  })
}

/** Moving average; at the ends over the existing values. */
function boxBlur(values: readonly number[], width: number): number[] {
  const radius = Math.floor(width / 2)
  return values.map((_, at) => {
    const box = values.slice(Math.max(0, at - radius), at + radius + 1)
    return box.reduce((sum, value) => sum + value, 0) / box.length
  })
}
