/** Widths of the smoothing, in samples: three boxes one after the other come near to a bell. */
const smoothing = [3, 3, 3]

/**
 * The line that shows where danmaku are dense: `samples` values over the whole length, smoothed, the highest 1. Empty where
 * there are none.
 * @param counts how many there are in each of equal steps of time
 */
export function heatOf(counts: readonly number[], samples = 100): number[] {
  const sound = counts.map((count) => (Number.isFinite(count) && count > 0 ? count : 0))
  if (samples < 1 || sound.every((count) => count === 0)) return []
  const smooth = smoothing.reduce<number[]>(blurred, resampled(sound, Math.floor(samples)))
  const most = Math.max(...smooth)
  return smooth.map((value) => value / most)
}

/** Each new step takes its share of every old step that it lies on, so that nothing is lost or counted twice. */
function resampled(counts: readonly number[], samples: number): number[] {
  const width = counts.length / samples
  return Array.from({ length: samples }, (_, at) => {
    const [from, to] = [at * width, (at + 1) * width]
    let sum = 0
    for (let step = Math.floor(from); step < Math.min(Math.ceil(to), counts.length); step++)
      sum += (counts[step] ?? 0) * (Math.min(step + 1, to) - Math.max(step, from))
    return sum
  })
}

/** The mean of a box around each value; at the ends of what there is of it. */
function blurred(values: readonly number[], width: number): number[] {
  const reach = Math.floor(width / 2)
  return values.map((_, at) => {
    const box = values.slice(Math.max(0, at - reach), at + reach + 1)
    return box.reduce((sum, value) => sum + value, 0) / box.length
  })
}
