/** Whether an Accept-Encoding (RFC 9110, 12.5.3) permits gzip. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((entry) => {
      const [coding = '', weight = 'q=1'] = entry.split(';').map((part) => part.trim().toLowerCase())
      return [coding, Number(weight.replace(/^q=/, ''))] as const
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
