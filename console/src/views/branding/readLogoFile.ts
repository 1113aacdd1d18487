const MAX_BYTES = 65_536
const TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** Reads a chosen image as a data: URL, or returns the reason why it cannot be a logo. */
export async function readLogoFile(
  file: File,
): Promise<{ url: string } | { fault: 'large' | 'type' }> {
  if (!TYPES.has(file.type)) return { fault: 'type' }
  if (file.size > MAX_BYTES) return { fault: 'large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { url: `data:${file.type};base64,${btoa(binary)}` }
}
