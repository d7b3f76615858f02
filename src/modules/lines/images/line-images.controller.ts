import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { BoundWith } from '../../../record/bind.js';
import { Guid, Text } from '../../../record/fields.js';
import { responseOf } from '../../../record/response-status.js';
import { examplePicture } from '../../files/files.records.js';
import { LineImage } from '../line.entity.js';
import { LineImagesService } from './line-images.service.js';

class LineImageRequest {
  @Guid({ example: '4f472ca38340406e850da4d5bc31ef9b' }) Id!: Guid;
  @Guid({ description: 'An uploaded picture. Its AttachmentId becomes the ImageId.', example: examplePicture })
  AttachmentId!: Guid;
  @Text(200, { example: 'What to bring' }) ImageTitle!: string;
}

class RemovedImageRequest {
  @Guid({ example: '4f472ca38340406e850da4d5bc31ef9b' }) Id!: Guid;
  @Guid({ example: examplePicture }) ImageId!: Guid;
}

class LineImagesResponse extends responseOf('LineImages', LineImage) {}

const writing = {
  response: LineImagesResponse,
  access: roles(Role.Administrator),
  delegable: true,
} as const;

@Resource(groups.files)
export class LineImagesController {
  constructor(private readonly images: LineImagesService) {}

  @Endpoint({
    ...writing,
    verb: 'POST',
    path: '/v1/Lines/{Id}/Images',
    request: LineImageRequest,
    summary: 'Add a picture to a line',
    description:
      'AttachmentId is a JPEG, PNG, GIF or WebP that you have uploaded (POST /v1/Files) or may read. Callers who may ' +
      'read the line download the picture by GET /v1/Files/{ImageId}. A picture of another line: 409.',
    example: { AttachmentId: examplePicture, ImageTitle: 'What to bring' },
    errors: [NotFound, Forbidden, Conflict],
  })
  async addLineImage(@Input() sent: BoundWith<LineImageRequest, 'Id'>, @Caller() caller: Principal) {
    return { LineImages: [await this.images.add(caller, sent)] };
  }

  @Endpoint({
    ...writing,
    verb: 'DELETE',
    path: '/v1/Lines/{Id}/Images/{ImageId}',
    request: RemovedImageRequest,
    summary: 'Remove a picture from a line',
    description: 'Removes the file too, unless another record names it.',
    errors: [NotFound, Forbidden],
  })
  async removeLineImage(
    @Input() { Id, ImageId }: BoundWith<RemovedImageRequest, 'Id' | 'ImageId'>,
    @Caller() caller: Principal,
  ) {
    return { LineImages: [await this.images.remove(caller, Id, ImageId)] };
  }
}
