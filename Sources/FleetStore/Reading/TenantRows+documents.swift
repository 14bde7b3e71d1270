import Cryptography
import DeepLinks

extension TenantRows {
    /// The files that are uploaded for each domain, by the number of its row.
    func uploadedFiles() -> [Int32: UploadedFiles] {
        var files: [Int32: UploadedFiles] = [:]
        for upload in uploads {
            if upload.kind == "aasa" {
                files[upload.domainID, default: UploadedFiles()].aasa = upload.bytes
            } else {
                files[upload.domainID, default: UploadedFiles()].assetlinks = upload.bytes
            }
        }
        return files
    }

    /// What each domain publishes, by the number of its row; one copy of the bytes for all domains that share them.
    func publishedDocuments() -> [Int32: DomainDocuments] {
        var bytes: [DocumentKey: (digest: SHA256Digest, bytes: [UInt8])] = [:]
        for document in documents {
            guard let digest = SHA256Digest(bytes: document.digest) else { continue }
            bytes[DocumentKey(digest: document.digest, kind: document.kind)] = (digest, document.bytes)
        }
        var published: [Int32: DomainDocuments] = [:]
        for revision in revisions {
            guard let digest = revision.digest,
                let found = bytes[DocumentKey(digest: digest, kind: revision.kind)]
            else { continue }
            let document = PublishedDocument(
                digest: found.digest, bytes: found.bytes, number: Int(revision.number),
                published: revision.published)
            if revision.kind == "aasa" {
                published[revision.domainID, default: DomainDocuments()].aasa = document
            } else {
                published[revision.domainID, default: DomainDocuments()].assetlinks = document
            }
        }
        return published
    }
}

/// What a document is found by.
struct DocumentKey: Hashable {
    var digest: [UInt8]
    var kind: String
}
