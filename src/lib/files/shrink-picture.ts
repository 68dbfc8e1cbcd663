/** As large as the server keeps a picture (`server/papers/make-picture.ts`). */
const LONGEST_SIDE = 2048;

const PICTURE = /\.(?:jpe?g|png|webp|hei[cf]|avif)$/i;

/**
 * Makes a picture smaller and the right way up, as JPEG, so that it is sent quickly and without the place where it was
 * taken. Safari also reads HEIC.
 *
 * @returns the file as it is if it is no picture that this browser can read: the server then says what is wrong with it
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/') && !PICTURE.test(file.name)) return file;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return file;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return file;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', 0.85);
  });
}
