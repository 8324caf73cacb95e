/** Pixels of a module of the saved code. */
const modulePx = 12

/** Saves a payment code as a PNG picture, for payment apps that read codes from the album. */
export async function saveCode(text: string, no: string): Promise<void> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'Q', border: 4 })
  const canvas = document.createElement('canvas')
  canvas.width = size * modulePx
  canvas.height = size * modulePx
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) context.fillRect(x * modulePx, y * modulePx, modulePx, modulePx)
    }),
  )
  Object.assign(document.createElement('a'), { href: canvas.toDataURL(), download: `${no}.png` }).click()
}
